import SMTPConnection from 'nodemailer/lib/smtp-connection'

type Server = { url: string; from: string; timeoutMs?: number }

/**
 * Asks the mail server whether it accepts our sender, without a mail: MAIL FROM, then RSET. Returns the words of a refusal, or of the
 * failure to reach it.
 */
export async function findSenderRefusal({
  url,
  from,
  timeoutMs = 10_000,
}: Server): Promise<string | undefined> {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const connection = new SMTPConnection({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // The library's hook for a conversation of one's own after the login.
    customAuth: { SENDER: (context) => proposeSender(context, from) },
  })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  connection.on('error', reject)
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, refuse) => run((error) => (error ? refuse(error) : resolve()))),
    ])
  try {
    await step((done) => connection.connect(done))
    if (username !== '') {
      const [user, pass] = [username, password].map(decodeURIComponent)
      await step((done) => connection.login({ user: user ?? '', pass: pass ?? '' }, done))
    }
    await step((done) => connection.login({ method: 'SENDER' } as never, done))
    return undefined
  } catch (error) {
    return withoutAddresses(error instanceof Error ? error.message : String(error), '')
  } finally {
    connection.close()
  }
}

type Context = {
  sendCommand: (command: string) => Promise<{ status: number; text: string; response: string }>
}

async function proposeSender({ sendCommand }: Context, from: string) {
  const address = /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from
  const { status, response } = await sendCommand(`MAIL FROM:<${address}>`)
  if (status !== 250) throw new Error(response)
  await sendCommand('RSET')
}

const maxLength = 300

/** What the mail server said, without addresses and without the name of the recipient's mailbox. */
export function withoutAddresses(words: string, recipient: string): string {
  const mailbox = recipient.slice(0, recipient.lastIndexOf('@'))
  const plain = words
    .replaceAll(/(?<![^\s<>:;,"'()])[^\s<>:;,"'()]+@[^\s<>:;,"'()]+/g, '[address]')
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
