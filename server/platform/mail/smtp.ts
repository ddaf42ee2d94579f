import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'

import { refuseInTransaction } from '../database/transaction-scope.ts'
import { Outage } from '../runtime/errors.ts'
import { getUnsubscribeUrl, type RenderedMail } from './mail.ts'
import { logoAttachment } from './logo-attachment.ts'
import { withoutAddresses } from './server-words.ts'
import { toSubjectHeader } from './subject-header.ts'
import { judgeResponse, type SmtpResponse, type SmtpStage, type Verdict } from './smtp-response.ts'

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
