/** Whether the client has the response of this entity tag, so that 304 suffices (RFC 9110, 13.1.2). */
export function isKnownTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const known = ifNoneMatch.split(',').map((tag) => tag.trim())
  return known.some((tag) => toOpaque(tag) === toOpaque(etag))
}

const toOpaque = (tag: string) => tag.replace(/^W\//, '')
