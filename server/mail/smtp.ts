import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'

import type { Mail } from './mail.ts'

/** `refused` is permanent. Temporary failures are thrown. */
export type Handover = { kind: 'accepted' } | { kind: 'refused'; reason: string }

export interface MailTransport {
  /** `id` stays the same when a mail is sent again, so that the recipient's mail server can detect the duplicate. */
  send: (mail: Mail & { id: string }) => Promise<Handover>
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
          headers: { 'Auto-Submitted': 'auto-generated', ...oneClickHeaders(unsubscribeUrl) },
        })
        return { kind: 'accepted' }
      } catch (error) {
        if (isPermanent(error)) return { kind: 'refused', reason: describe(error) }
        throw new Error(describe(error), { cause: error })
      }
    },
  }
}

/** One-click unsubscribe in mail programs (RFC 8058). */
function oneClickHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Requires TLS for a password to another machine, so that an attacker who strips STARTTLS cannot read it. */
function mustEncrypt(url: string): boolean {
  const { username, hostname } = new URL(url)
  return username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

const smtpErrorSchema = z.object({
  code: z.optional(z.string()),
  responseCode: z.optional(z.number()),
})

/** Unknown mailbox or domain, or rejected content. Other codes, such as a missing password (530), can be fixed in the settings. */
const permanentCodes = new Set([501, 550, 551, 552, 553, 554, 556])

function isPermanent(error: unknown): boolean {
  const { code, responseCode = 0 } = z.safeParse(smtpErrorSchema, error).data ?? {}
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && permanentCodes.has(responseCode)
}

/** Leaves out the server's message, which may repeat the address. */
function describe(error: unknown): string {
  const { code, responseCode } = z.safeParse(smtpErrorSchema, error).data ?? {}
  return ['SMTP', code, responseCode].filter((part) => part !== undefined).join(' ')
}
