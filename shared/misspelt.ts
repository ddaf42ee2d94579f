/** Characters to add, remove or replace (Levenshtein). */
export function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, character] of one.split('').entries()) {
    const next = [index + 1]
    for (let at = 1; at <= other.length; at++) {
      const replaced = (row[at - 1] ?? 0) + (other[at - 1] === character ? 0 : 1)
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Suggested, most common first. */
const commonDomains = [
  'gmail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'ymail.com',
  'yahoo.co.uk',
  'live.com',
]
/** Real ones that are spelt like a common one. */
const otherDomains = ['mail.com', 'email.com', 'gmx.com', 'aol.com', 'me.com', 'live.co.uk']

/** The address that was probably meant, or undefined. One letter may differ in a short domain, two in others. */
export function suggestEmail(typed: string): string | undefined {
  const address = typed
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, '')
  const [name, domain, ...more] = address.split('@')
  if (!name || !domain || more.length > 0) return undefined
  if ([...commonDomains, ...otherDomains].includes(domain)) return undefined
  const mostEdits = domain.length < 9 ? 1 : 2
  const edits = commonDomains.map((each) => countEdits(domain, each))
  const least = Math.min(...edits)
  return least > mostEdits ? undefined : `${name}@${commonDomains[edits.indexOf(least)]}`
}
