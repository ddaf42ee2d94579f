// Apart from the schemas, because visitors’ pages load no parser.

export function documentPath(id: string): string {
  return `/api/documents/${encodeURIComponent(id)}/file`
}

/** With one decimal, and at least 0.1. */
export const toMegabytes = (bytes: number) => (Math.max(bytes, 100_000) / 1_000_000).toFixed(1)
