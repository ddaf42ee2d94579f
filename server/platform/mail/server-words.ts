const maxLength = 300

/** What the mail server said, without addresses and without the name of the recipient's mailbox. */
export function withoutAddresses(words: string, recipient: string): string {
  const mailbox = recipient.slice(0, recipient.lastIndexOf('@'))
  const plain = words
    .replaceAll(/[^\s<>:;,"'()]+@[^\s<>:;,"'()]+/g, '[address]')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
  const named = mailbox.length > 2 ? replaceWord(plain, mailbox, '[address]') : plain
  return named.trim().slice(0, maxLength)
}

function replaceWord(text: string, word: string, replacement: string): string {
  const escaped = word.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)
  return text.replaceAll(
    new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu'),
    replacement,
  )
}
