/** Encoded, such a piece fits with the header's name into the 76 characters that RFC 2047 allows for a line. */
const maxBytes = 39

/**
 * The header `Subject`. Everything is encoded by RFC 2047 but plain ASCII without anything that looks encoded: mail programs
 * decode `=?utf-8?q?…?=` no matter who wrote it.
 */
export function toSubjectHeader(subject: string): string | { prepared: true; value: string } {
  const line = subject.replaceAll(/\s+/g, ' ')
  if (/^[\x20-\x7E]*$/.test(line) && !line.includes('=?')) return line
  const words = toChunks(line).map(
    (chunk) => `=?UTF-8?B?${Buffer.from(chunk).toString('base64')}?=`,
  )
  return { prepared: true, value: words.join('\r\n ') }
}

/** Pieces of at most `maxBytes`, cut between letters. */
function toChunks(text: string): string[] {
  const chunks = ['']
  for (const letter of text.toWellFormed()) {
    const chunk = (chunks.at(-1) ?? '') + letter
    if (Buffer.byteLength(chunk) > maxBytes) chunks.push(letter)
    else chunks[chunks.length - 1] = chunk
  }
  return chunks
}
