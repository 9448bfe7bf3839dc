import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeRecords } from "../../records/records-contract.testing.js";
import { describePort, type OpenedTwice } from "../port-contract.testing.js";
import { openSqlite } from "./open-sqlite.js";

async function openTwo(): Promise<OpenedTwice> {
  const folder = await mkdtemp(join(tmpdir(), "svc-tables-"));
  const path = join(folder, "service.sqlite");
  const stores = [await openSqlite(path), await openSqlite(path)] as const;
  return {
    stores,
    dispose: async () => {
      await Promise.all(stores.map((store) => store.close()));
      await rm(folder, { recursive: true });
    },
  };
}

describePort("SQLite", openTwo, { sequences: 40, races: 40 });
describeRecords("SQLite", openTwo);
