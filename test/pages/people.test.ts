/** The people of an account over HTTP: invitations, roles, removal; an account never loses its last owner. */

import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hashSecret } from "../../service/src/people/sign-in.js";
import { describeStores } from "../contract/test-stores.js";
import { accountWorld } from "./account-world.js";
import { PageSite } from "./page-site.js";

const PATH = "/dashboard/people";
const LONG_AGO_MS = 3_600_000;

interface Sent {
  readonly email: string;
  readonly secret: string;
  readonly language: string;
}

const mail = (isAvailable: boolean) => {
  const sent: Sent[] = [];
  return {
    sent,
    people: {
      mailer: { isAvailable },
      sendInvitation: (email: string, secret: string, language: string) =>
        void sent.push({ email, secret, language }),
      invitationLink: (secret: string) => `https://proofs.example/invitation?t=${secret}`,
    },
  };
};

describeStores("people ($name)", ({ open }) => {
  let site: PageSite;
  let sent: Sent[];
  beforeEach(async () => {
    const { people, sent: mails } = mail(true);
    sent = mails;
    site = await PageSite.start({ ...accountWorld({ people }), open });
  });
  afterEach(() => site.stop());

  it("are invited by mail with a role, in a language", async () => {
    const { browser, account, person } = await site.signIn("owner");
    const form = await browser.get(`${PATH}/invite`);
    // A choice is as wide as its longest option: what a role may do stands below it.
    expect(form.html).toContain(">Member</option>");
    expect(form.text).toContain("Creates proofs, uses electronic timestamps");
    const done = await browser.submit(form, "Send invitation", {
      email: " Eva@Bücher.example ",
      role: "reader",
      language: "de",
    });
    expect(done.text).toContain("on its way");
    expect(done.text).toContain("eva@xn--bcher-kva.example Read only");
    expect(sent).toMatchObject([{ email: "eva@xn--bcher-kva.example", language: "de" }]);
    const token = await site.store.people.findToken(hashSecret(sent[0]!.secret), "invitation", new Date());
    expect(token).toMatchObject({
      accountId: account.id,
      role: "reader",
      email: "eva@xn--bcher-kva.example",
    });
    expect(token!.expiresAt.getTime() - token!.createdAt.getTime()).toBe(7 * 86_400_000);
    const { entries } = await site.store.audit.list(account.id, 1, null);
    expect(entries[0]).toMatchObject({
      action: "person.invite",
      subject: "eva@xn--bcher-kva.example",
      details: { role: "reader" },
      actor: { kind: "person", id: person.id },
    });
    expect(JSON.stringify(entries)).not.toContain(sent[0]!.secret);
  });

  it("get one invitation that counts, the newest, until it is withdrawn", async () => {
    const { browser, account } = await site.signIn("owner");
    const send = async (role: string) =>
      browser.submit(await browser.get(`${PATH}/invite`), "Send invitation", {
        email: "a@example.org",
        role,
      });
    await send("owner");
    const page = await send("reader");
    const now = new Date();
    const open = await site.store.people.listInvitations(account.id, now);
    expect(open.map(({ role }) => role)).toEqual(["reader"]);
    expect(await site.store.people.findToken(hashSecret(sent[0]!.secret), "invitation", now)).toBeNull();
    const stranger = await site.signIn("owner");
    await stranger.browser.get(PATH);
    const theirs = { invitation: open[0]!.secretHash };
    expect((await stranger.browser.post(`${PATH}/withdraw`, theirs)).status).toBe(404);
    expect((await browser.submit(page, "Withdraw")).text).toContain("withdrawn");
    expect(await site.store.people.findToken(hashSecret(sent[1]!.secret), "invitation", now)).toBeNull();
  });

  it("are not invited twice over, nor at an address that is none, nor by the hundred", async () => {
    const { browser, person } = await site.signIn("owner");
    const form = await browser.get(`${PATH}/invite`);
    const bad = await browser.submit(form, "Send invitation", { email: "a@b, c@d.example", role: "owner" });
    expect(bad.status).toBe(400);
    expect(bad.html).toContain('value="a@b, c@d.example"');
    expect(bad.html).toMatch(/value="owner" selected/);
    const here = await browser.submit(form, "Send invitation", { email: person.email.toUpperCase() });
    expect(here.text).toContain("already belongs to the account");
    // Each asks whether there is such a person, that one too.
    for (let i = 0; i < 19; i++)
      await browser.submit(form, "Send invitation", { email: `p${i}@example.org` });
    const more = await browser.submit(form, "Send invitation", { email: "more@example.org" });
    expect(more.status).toBe(429);
    expect(sent).toHaveLength(19);
  });

  it("of another account look like anyone to an inviter", async () => {
    const { person: stranger } = await site.signIn("owner");
    const { browser } = await site.signIn("owner");
    const done = await browser.submit(await browser.get(`${PATH}/invite`), "Send invitation", {
      email: stranger.email,
    });
    expect(done.text).toContain("on its way");
  });

  it("change roles at once, but never the last owner's", async () => {
    const { browser, account, person } = await site.signIn("owner");
    const alone = await browser.submit(await browser.get(`${PATH}/${person.id}`), "Save", { role: "reader" });
    expect(alone.status).toBe(409);
    expect(alone.text).toContain("only owner of the account");
    const removed = await browser.submit(await browser.get(`${PATH}/${person.id}`), "Remove");
    expect(removed.status).toBe(409);

    const { browser: other, person: second } = await site.signIn("member", { account });
    expect((await other.get(`${PATH}/invite`)).status).toBe(403);
    const page = await browser.submit(await browser.get(`${PATH}/${second.id}`), "Save", { role: "owner" });
    expect(page.text).toContain("The role is changed");
    expect((await other.get(`${PATH}/invite`)).status).toBe(200);
    // Two owners who take each other's role at once leave one of them.
    const [mine, theirs] = await Promise.all([
      browser.get(`${PATH}/${second.id}`),
      other.get(`${PATH}/${person.id}`),
    ]);
    const outcomes = await Promise.all([
      browser.submit(mine, "Save", { role: "reader" }, { stay: true }),
      other.submit(theirs, "Save", { role: "reader" }, { stay: true }),
    ]);
    const people = await site.store.people.listPeople(account.id);
    expect(people.filter(({ role }) => role === "owner")).toHaveLength(1);
    expect(outcomes.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
  });

  it("who are removed are signed out at once", async () => {
    const { browser, account } = await site.signIn("owner");
    const { browser: other, person } = await site.signIn("member", { account });
    expect((await other.get(PATH)).status).toBe(200);
    const done = await browser.submit(await browser.get(`${PATH}/${person.id}`), "Remove");
    expect(done.text).toContain("removed and signed out everywhere");
    expect(done.text).not.toContain(person.email);
    expect((await other.get(PATH, { stay: true })).headers.location).toContain("/sign-in?to=");
  });

  it("of another account are not found", async () => {
    const { person } = await site.signIn("member");
    const { browser } = await site.signIn("owner");
    expect((await browser.get(PATH)).text).not.toContain(person.email);
    for (const id of [person.id, randomUUID(), "x"]) {
      expect((await browser.get(`${PATH}/${id}`)).status).toBe(404);
      expect((await browser.post(`${PATH}/${id}/role`, { role: "owner" })).status).toBe(404);
      expect((await browser.post(`${PATH}/${id}/remove`)).status).toBe(404);
    }
    expect(await site.store.people.findPerson(person.id)).toMatchObject({ role: "member" });
  });

  it("need a recent sign-in of the owner to be changed", async () => {
    const { browser, account } = await site.signIn("owner", { ageMs: LONG_AGO_MS });
    const { person } = await site.signIn("member", { account });
    const asked = await browser.get(`${PATH}/${person.id}`, { stay: true });
    expect(asked.headers.location).toBe(`/sign-in/again?to=${encodeURIComponent(`${PATH}/${person.id}`)}`);
    await browser.get(PATH);
    const refused = await browser.post(`${PATH}/${person.id}/remove`, {}, { stay: true });
    expect(refused.headers.location).toContain("/sign-in/again");
    expect(await site.store.people.findPerson(person.id)).not.toBeNull();
  });
});

it("get a link to hand over where no mails are sent", async () => {
  const { people, sent } = mail(false);
  const site = await PageSite.start(accountWorld({ people }));
  try {
    const { browser } = await site.signIn("owner");
    const page = await browser.submit(await browser.get(`${PATH}/invite`), "Send invitation", {
      email: "a@example.org",
    });
    const [, secret] = /invitation\?t=([\w-]{43})/.exec(page.text)!;
    expect(await site.store.people.findToken(hashSecret(secret!), "invitation", new Date())).not.toBeNull();
    expect(sent).toEqual([]);
    expect((await browser.get(PATH)).html).not.toContain(secret);
  } finally {
    await site.stop();
  }
});
