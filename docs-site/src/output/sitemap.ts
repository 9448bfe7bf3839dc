/** The list of pages for search engines. Its format wants whole addresses. */
export function sitemap(url: string, paths: readonly string[]): string {
  const lines = paths.map(
    (path) => `  <url><loc>${url}${path.replace(/(^|\/)index\.html$/, "$1")}</loc></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join("")}</urlset>\n`;
}
