import { test } from "vitest";
import { openSessionSite } from "/tmp/h/wb/main/test/site/session/session-page.js";

test("rate", async () => {
  const site = await openSessionSite();
  const s = await site.open();
  for (let i = 0; i < 3; i++) {
    const bare = await s.page.evaluate(() => window.bareHashMs(1024 ** 3));
    const t = Date.now();
    await s.choose("/tmp/p9-B/1g.bin");
    await s.settled(1, 60000);
    const ms = Date.now() - t;
    console.log({ bare, ms, ratio: bare / ms, long: await s.page.evaluate(() => window.longTasks) });
    await s.page.evaluate(() => window.session.clear());
  }
  console.log(site.browser.faults);
  await site.close();
}, 200000);
