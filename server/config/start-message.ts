import type { Config } from './config.ts'

type SampleLogin = { email: string; password: string; role: string }

/** What the terminal shows after the start. The mailbox and the passwords appear only where no other machine can connect. */
export function startMessage(config: Config, logins: readonly SampleLogin[]): string {
  const { publicUrl, isLoopback, mail, payments } = config
  const lines = ['', `Ajo is ready: ${publicUrl}`]
  if (isLoopback && mail.kind === 'mailbox')
    lines.push(`Mailbox:         ${publicUrl}/development/mailbox`)
  if (mail.kind === 'nowhere') lines.push('Mails wait in the outbox until you set SMTP_URL.')
  if (payments.kind === 'sandbox')
    lines.push('Payments:        sandbox, no money moves. Card 4084 0840 8408 4081, CVV 408.')
  if (isLoopback && payments.kind === 'sandbox')
    lines.push(`Sandbox console: ${publicUrl}/sandbox/console`)
  if (isLoopback && logins.length > 0) {
    const width = Math.max(...logins.map(({ email }) => email.length))
    lines.push('', 'Sample logins:')
    for (const { role, email, password } of logins)
      lines.push(`  ${email.padEnd(width)}  ${password}  ${role}`)
  }
  return `${lines.join('\n')}\n`
}
