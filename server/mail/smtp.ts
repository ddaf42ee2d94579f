import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'

import type { Mail } from './mail.ts'

/** `refused`: this mail will never be accepted. Whatever may pass by itself is thrown. */
export type Handover = { kind: 'accepted' } | { kind: 'refused'; reason: string }

export interface MailTransport {
  /** `id` stays the same when a mail is handed over again, so that a receiver can tell. */
  send: (mail: Mail & { id: string }) => Promise<Handover>
}

export type SmtpOptions = { url: string; from: string; publicUrl: string; timeoutMs?: number }

/** The one recipient of a mail. Lists, names and line breaks would reach more people or other headers. */
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
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      const address = z.safeParse(addressSchema, to)
      if (!address.success) return { kind: 'refused', reason: 'not one plain address' }
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: address.data },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...oneClick(unsubscribeUrl) },
        })
        return { kind: 'accepted' }
      } catch (error) {
        if (isFinal(error)) return { kind: 'refused', reason: describe(error) }
        throw new Error(describe(error), { cause: error })
      }
    },
  }
}

/** The button of mail programs that ends such mails with one press (RFC 8058). */
function oneClick(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** A password must not cross a network in the clear because somebody hides the server's STARTTLS. */
function mustEncrypt(url: string): boolean {
  const { username, hostname } = new URL(url)
  return username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

const smtpErrorSchema = z.object({
  code: z.optional(z.string()),
  responseCode: z.optional(z.number()),
})

/** No such mailbox, no such domain, not this text. Other refusals, such as a missing password (530), are ours to mend. */
const finalCodes = new Set([501, 550, 551, 552, 553, 554, 556])

function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = z.safeParse(smtpErrorSchema, error).data ?? {}
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && finalCodes.has(responseCode)
}

/** Without the server's words: they may repeat the address. */
function describe(error: unknown): string {
  const { code, responseCode } = z.safeParse(smtpErrorSchema, error).data ?? {}
  return ['SMTP', code, responseCode].filter((part) => part !== undefined).join(' ')
}
