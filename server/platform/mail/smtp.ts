import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'

import { refuseInTransaction } from '../database/transaction-scope.ts'
import { Outage } from '../runtime/errors.ts'
import { getUnsubscribeUrl, type RenderedMail } from './mail.ts'
import { logoAttachment } from './logo-attachment.ts'
import { withoutAddresses } from './sender-check.ts'

/** `words`: what the mail server said, without addresses. */
export type Handover =
  | { kind: 'accepted' }
  | { kind: Exclude<Verdict, 'unavailable'>; words: string }

/** The mail server cannot be reached, does not respond in time, or takes no mails for now. */
export class MailServerUnavailable extends Outage {
  override name = 'MailServerUnavailable'
}

export interface MailTransport {
  /**
   * `id` stays the same when a mail is sent again, so that the recipient's mail server can detect the duplicate. Throws
   * `MailServerUnavailable`.
   */
  send: (mail: RenderedMail & { id: string }, signal?: AbortSignal) => Promise<Handover>
}

export type SmtpOptions = { url: string; from: string; publicUrl: string; timeoutMs?: number }

/** One plain address: lists, display names and line breaks could add recipients or headers. */
const addressSchema = z.email().check(z.maxLength(254))

export function smtpTransport(options: SmtpOptions): MailTransport {
  const { from, timeoutMs = 15_000 } = options
  const { hostname: domain } = new URL(options.publicUrl)
  const transport = createTransport({
    url: options.url,
    requireTLS: mustEncrypt(options.url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send({ id, to, subject, text, html, kind }, signal) {
      refuseInTransaction('a mail to the mail server')
      const address = z.safeParse(addressSchema, to)
      if (!address.success) return { kind: 'recipient', words: 'not one plain address' }
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: address.data },
          text,
          html,
          attachments: [logoAttachment],
          messageId: `<${id}@${domain}>`,
          headers: {
            Subject: toSubjectHeader(subject),
            'Auto-Submitted': 'auto-generated',
            ...oneClickHeaders(getUnsubscribeUrl(kind)),
          },
          ...(signal && { signal }),
        })
        return { kind: 'accepted' }
      } catch (error) {
        return toHandover(error, address.data)
      }
    },
  }
}

/** One-click unsubscribe in mail programs (RFC 8058). */
function oneClickHeaders(url: string | null): Record<string, string> {
  if (url === null) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Requires TLS for a password to another machine, so that an attacker who strips STARTTLS cannot read it. */
function mustEncrypt(url: string): boolean {
  const { username, hostname } = new URL(url)
  return username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

const smtpErrorSchema = z.object({
  code: z._default(z.string(), ''),
  command: z._default(z.string(), ''),
  responseCode: z._default(z.number(), 0),
  response: z._default(z.string(), ''),
})
type SmtpError = z.output<typeof smtpErrorSchema>

function toHandover(error: unknown, recipient: string): Handover {
  const failure = z.safeParse(smtpErrorSchema, error).data
  const response = failure && toResponse(failure)
  const verdict = response ? judgeResponse(response) : 'unavailable'
  const words = withoutAddresses(describe(failure, response), recipient)
  if (verdict === 'unavailable') throw new MailServerUnavailable(words, { cause: error })
  return { kind: verdict, words }
}

/** Undefined if the mail server did not say anything. */
function toResponse(failure: SmtpError): SmtpResponse | undefined {
  const { responseCode: code, response: words } = failure
  // Our own settings lack the credentials, or the server offers none of our methods.
  if (failure.code === 'EAUTH' && code === 0)
    return { stage: 'authentication', code: 535, words: '535 no usable credentials' }
  // The library refused the address or the text before it asked the server.
  if (code === 0 && /^E(ENVELOPE|MESSAGE)$/.test(failure.code))
    return { stage: 'content', code: 552, words: `552 5.6.0 ${failure.code}` }
  if (code === 0) return undefined
  return { stage: toStage(failure), code, words }
}

function toStage({ code, command }: SmtpError): SmtpStage {
  if (code === 'EAUTH' || command.startsWith('AUTH')) return 'authentication'
  const stages: Record<string, SmtpStage> = {
    'MAIL FROM': 'sender',
    'RCPT TO': 'recipient',
    DATA: 'content',
  }
  return stages[command] ?? 'connection'
}

function describe(failure: SmtpError | undefined, response: SmtpResponse | undefined): string {
  if (response) return `${response.stage}: ${response.words}`
  return ['SMTP', failure?.code].filter(Boolean).join(' ')
}

/** Encoded, such a piece fits with the header's name into the 76 characters that RFC 2047 allows for a line. */
const maxBytes = 39

/**
 * The header `Subject`. Everything is encoded by RFC 2047 but plain ASCII without anything that looks encoded: mail programs
 * decode `=?utf-8?q?…?=` no matter who wrote it.
 */
function toSubjectHeader(subject: string): string | { prepared: true; value: string } {
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

/** The part of the conversation in which the mail server refused. */
export type SmtpStage = 'connection' | 'authentication' | 'sender' | 'recipient' | 'content'
type SmtpResponse = { stage: SmtpStage; code: number; words: string }

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
