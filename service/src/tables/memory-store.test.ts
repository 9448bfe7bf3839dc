import { MemoryDatabase, openMemoryStore } from "./memory-store.js";
import { describePort } from "./port-contract.testing.js";

describePort(
  "memory",
  async () => {
    const database = new MemoryDatabase();
    const stores = [openMemoryStore(database), openMemoryStore(database)] as const;
    return {
      stores,
      dispose: async () => {
        for (const store of stores) await store.close();
      },
    };
  },
  { sequences: 300, races: 600 },
);
