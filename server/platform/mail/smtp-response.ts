/** The part of the conversation in which the mail server refused. */
export type SmtpStage = 'connection' | 'authentication' | 'sender' | 'recipient' | 'content'
export type SmtpResponse = { stage: SmtpStage; code: number; words: string }

/**
 * What a refusal means:
 * - `recipient`: the address does not exist. Final for the mail.
 * - `message`: this mail is refused, such as for its size. Final for the mail.
 * - `sender`: our own set-up or quota is refused. It concerns all mails and none of them is given up.
 * - `unavailable`: the server takes no mails at all for now.
 * - `later`: temporary or unclear. The mail is tried again.
 */
export type Verdict = 'recipient' | 'message' | 'sender' | 'unavailable' | 'later'

const authenticationCodes = new Set([530, 534, 535, 538])
const unknownMailboxCodes = new Set([550, 551, 553, 556])

/** Enhanced status codes (RFC 3463). 5.2.2, a full mailbox, is not final, because people empty theirs. */
const senderStatus = /^[45]\.(1\.[78]|4\.5|7\.(0|[89]|14|2[0-9]|57))$/
const recipientStatus = /^5\.(1\.(?![078]$)\d+|2\.1|4\.[14])$/
const messageStatus = /^5\.(3\.4|6\.\d+|2\.3)$/

/** Words of servers that give no status code, or a general one. */
const senderWords =
  /sender|(from|email) address (is )?(not|rejected)|not verified|(daily|hourly|sending) .*(limit|quota)|(limit|quota) .*(exceeded for|for sending)|relay|authenticat|not (authori[sz]ed|allowed|permitted) to send|black ?list|block ?list|spamhaus|reputation|\b(dmarc|spf|dkim)\b/i

export function judgeResponse(response: SmtpResponse): Verdict {
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response.words)?.[1] ?? ''
  if (response.code < 500) return judgeTemporary(response, status)
  if (messageStatus.test(status)) return 'message'
  if (isSenderFault(response, status)) return 'sender'
  if (recipientStatus.test(status)) return 'recipient'
  if (response.stage === 'content') return response.code === 552 ? 'message' : 'later'
  const isGeneral = status === '' || status === '5.1.0'
  return isGeneral && unknownMailboxCodes.has(response.code) ? 'recipient' : 'later'
}

function isSenderFault({ stage, code, words }: SmtpResponse, status: string): boolean {
  if (stage === 'connection' || stage === 'authentication' || stage === 'sender') return true
  if (authenticationCodes.has(code) || senderStatus.test(status)) return true
  // The status code says more than the words, which may quote a sender while they speak about the recipient.
  return !recipientStatus.test(status) && senderWords.test(words)
}

function judgeTemporary({ stage, code, words }: SmtpResponse, status: string): Verdict {
  if (code === 421 || stage === 'connection' || stage === 'authentication') return 'unavailable'
  if (/^4\.(1\.[78]|4\.5)$/.test(status) || /daily|sending limit/i.test(words)) return 'sender'
  return stage === 'sender' ? 'unavailable' : 'later'
}
