/** The path of the RSS feed of the newest campaigns, of all or of one category page. */
export function feedPath(categorySlug: string | null): string {
  return categorySlug === null ? '/campaigns.rss' : `/campaigns/${categorySlug}.rss`
}
