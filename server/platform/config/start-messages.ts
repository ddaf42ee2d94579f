import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import { ReadOnlyDatabase } from '../database/primary.ts'
import { StartRefused } from '../runtime/errors.ts'
import { toDataDirFault } from '../runtime/files.ts'
import type { Config } from './config.ts'

type SampleLogin = { email: string; password: string; role: string }

/** What the terminal shows after the start. Passwords and development pages appear only where the settings allow them. */
export function startMessage(
  { mode, publicUrl, mail, payments }: Config,
  logins: readonly SampleLogin[],
  developmentKey: string | undefined,
): string {
  const lines = ['', `Ajo is ready: ${publicUrl}`]
  if (mode !== 'development') lines.push(`Mode:            ${mode}`)
  if (mail.kind === 'nowhere') lines.push('Mails wait in the outbox until you set SMTP_URL.')
  if (mail.kind === 'dropped') lines.push('Mails are dropped. Set SMTP_URL to send them.')
  if (payments.kind === 'sandbox')
    lines.push('Payments:        sandbox, no money moves. Card 4084 0840 8408 4081, CVV 408.')
  if (developmentKey !== undefined)
    lines.push(
      `Development:     ${publicUrl}/development/enter?key=${developmentKey}`,
      '                 opens the mailbox, the sandbox console and the roles of sample people in this browser.',
    )
  if (developmentKey !== undefined && logins.length > 0) {
    const width = Math.max(...logins.map(({ email }) => email.length))
    lines.push('', 'Sample logins:')
    for (const { role, email, password } of logins)
      lines.push(`  ${email.padEnd(width)}  ${password}  ${role}`)
  }
  return `${lines.join('\n')}\n`
}

/** One sentence for errors that the person at the terminal can correct, the stack for all others. */
export function startErrorMessage(error: unknown, dataDir?: string): string {
  if (error instanceof StartRefused) return error.message
  const fault = dataDir === undefined ? undefined : toDataDirFault(error, dataDir)
  if (fault !== undefined) return fault
  if (error instanceof ReadOnlyDatabase)
    return 'The database is a standby or read-only. Name the host of its primary in DATABASE_URL.'
  const refused = toDatabaseFault(error)
  if (refused !== undefined) return refused
  return `Ajo could not start.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

/** The database of DATABASE_URL does not answer, or refuses the user. Nothing else is connected to before it. */
function toDatabaseFault(error: unknown): string | undefined {
  if (error instanceof DatabaseUnavailable) return toDatabaseFault(error.cause)
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  if (
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code)
  )
    return `The database cannot be reached (${error.message || code}): start it, or correct DATABASE_URL.`
  if (/^(28...|3D000)$/.test(code))
    return `The database refuses the connection (${error.message}): correct DATABASE_URL.`
  return undefined
}
