import { ApiService } from "../contract/api-service.js";
import { openCustody } from "../contract/test-custody.js";
import { openTemporarySqlite } from "../contract/test-stores.js";

export interface OpenCustody {
  readonly service: ApiService;
  stop(): Promise<void>;
}

/** The API with custody, in this process. */
export async function openCustodyService(): Promise<OpenCustody> {
  const opened = await openTemporarySqlite();
  const custody = await openCustody(opened.store);
  const service = await ApiService.start({ custody: custody.custody }, async () => opened);
  return {
    service,
    stop: async () => {
      await service.stop();
      await custody.remove();
    },
  };
}
