/** Words that no words of support need: insults, and the language of scams. Matched as whole words without case. */
const blocked = [
  'asshole',
  'bastard',
  'bitch',
  'cunt',
  'fuck',
  'fucking',
  'idiot',
  'mumu',
  'nigger',
  'olodo',
  'scam',
  'scammer',
  'shit',
  'thief',
  'whore',
  'yahoo boy',
  'bitcoin',
  'casino',
  'crypto',
  'forex',
  'investment',
  'loan',
  'ponzi',
  'whatsapp',
  'telegram',
]

const blockedPattern = new RegExp(
  String.raw`(?:^|[^\p{L}\p{N}])(?:${blocked.join('|')})(?![\p{L}\p{N}])`,
  'iu',
)
/** Addresses of pages and mailboxes, also with spaces around the dot. */
const link =
  /(?:https?:|www\.|@|[\p{L}\p{N}]\s?\.\s?(?:com|net|org|ng|io|co|me|ly|xyz|info)(?![\p{L}\p{N}]))/iu
/** Phone and account numbers. */
const number = /(?:\d[\s().-]*){8,}/

/** True if a reviewer must read the words before they are public. */
export function needsReview(words: string): boolean {
  return blockedPattern.test(words.normalize('NFKC')) || hasContact(words)
}

/** True if the words name a page, a mailbox, a phone or an account. */
export function hasContact(words: string): boolean {
  const plain = words.normalize('NFKC')
  return link.test(plain) || number.test(plain)
}
