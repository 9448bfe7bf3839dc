import type { PageRoute } from "../../pages/page-route.js";

/** Pages for who is signed in; there is nothing to find in them. Certificates say themselves that they are not to be listed. */
const CLOSED = ["/dashboard", "/sign-in", "/sign-up", "/api/", "/transaction/"];

/** `/robots.txt`: RFC 9309. A site below a path has no say: crawlers ask for it at the root of the host. */
export function robotsFile(siteUrl: () => string): PageRoute {
  return {
    method: "GET",
    path: "/robots.txt",
    access: "anyone",
    handle: ({ href }, h) => {
      const closed = CLOSED.map((path) => `Disallow: ${href(path)}\n`).join("");
      return h
        .response(`User-agent: *\n${closed}Sitemap: ${siteUrl()}/docs/sitemap.xml\n`)
        .type("text/plain")
        .header("cache-control", "public, max-age=86400");
    },
  };
}
