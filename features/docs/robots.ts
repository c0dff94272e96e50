import { escapeUTF8 } from 'entities';

/** What crawlers may read: the documentation. What operators use, and what takes a key, is of no use to them. */
export const robots = (baseUrl: string): string => `User-agent: *
Disallow: /operator
Disallow: /v1/
Disallow: /mcp
Disallow: /metrics
Sitemap: ${baseUrl}/sitemap.xml
`;

/** All pages that are to be found, in the form of sitemaps.org. */
export const sitemap = (
  baseUrl: string,
  pages: readonly { path: string }[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map(({ path }) => `<url><loc>${escapeUTF8(baseUrl + path)}</loc></url>`).join('\n')}
</urlset>
`;
