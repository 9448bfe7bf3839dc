import { describeAnchorRaces } from "../records/anchors-races.testing.js";
import { describeRecords } from "../records/records-contract.testing.js";
import { MemoryDatabase, openMemoryStore } from "./memory-store.testing.js";
import { describePort, type OpenedTwice } from "./port-contract.testing.js";
import { describeWriteSkew } from "./write-skew.testing.js";

async function openTwo(): Promise<OpenedTwice> {
  const database = new MemoryDatabase();
  const stores = [openMemoryStore(database), openMemoryStore(database)] as const;
  return {
    stores,
    dispose: async () => {
      for (const store of stores) await store.close();
    },
  };
}

describePort("memory", openTwo, { sequences: 300, races: 600 });
describeRecords("memory", openTwo, { requests: 3_000 });
describeWriteSkew("memory", openTwo, { isSideBySide: false });
describeAnchorRaces("memory", openTwo, { isSideBySide: false });
