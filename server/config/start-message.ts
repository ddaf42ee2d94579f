import type { Config } from './config.ts'
import type { SamplePerson } from '#dev/sample-data/sample-data.ts'

/** What a person at the terminal wants to know. Passwords and mails are only for someone on this very machine. */
export function announcement(config: Config, people: readonly SamplePerson[]): string {
  const lines = ['', `Ajo is ready: ${config.publicUrl}`]
  if (config.isLoopback && config.mail.kind === 'mailbox')
    lines.push(`Every mail it sends:  ${config.publicUrl}/development/mailbox`)
  if (config.mail.kind === 'nowhere')
    lines.push('Mails are kept and not sent until SMTP_URL says where to.')
  if (config.payments.kind === 'sandbox')
    lines.push('Payments go to the sandbox: no money moves. Card 4084 0840 8408 4081, CVV 408.')
  if (config.isLoopback && config.payments.kind === 'sandbox')
    lines.push(`The donors’ banks:    ${config.publicUrl}/sandbox/operator`)
  if (config.isLoopback && people.length > 0) {
    const width = Math.max(...people.map(({ email }) => email.length))
    lines.push('', 'People of the sample data, to log in as:')
    for (const { role, email, password } of people)
      lines.push(`  ${email.padEnd(width)}  ${password}  ${role}`)
  }
  return `${lines.join('\n')}\n`
}
