import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Outbox } from '../platform/mail/mail.ts'
import { mailTasks, openOutbox } from '../platform/mail/outbox.ts'
import type { MailSite } from '../platform/mail/render-mail.ts'
import type { MailTransport } from '../platform/mail/smtp.ts'
import type { Task } from '../platform/queue/queue.ts'
import type { Log } from '../platform/runtime/log.ts'
import type { Metrics } from '../platform/runtime/metrics.ts'
import type { Sealing } from '../platform/runtime/sealing.ts'
import { openDevelopmentMailbox } from './development.ts'
import type { Overrides } from './overrides.ts'

type MailDeps = Pick<Overrides, 'mailTransport'> & {
  database: Database
  sealing: Sealing
  outbox: Outbox
  log: Log
  opened: AsyncDisposableStack
  metrics: Pick<Metrics, 'countMail'>
}

/** Where mails wait for the mail server. A demo without one drops them, and each drop is logged without its address. */
export function configuredOutbox(
  config: Pick<Config, 'mail'> & MailSite,
  { sealing, log }: Pick<MailDeps, 'sealing' | 'log'>,
): Outbox {
  if (config.mail.kind !== 'dropped') return openOutbox(sealing, config)
  return {
    enqueue: async (_queries, { subject }) =>
      log.info({ subject }, 'mail dropped because SMTP_URL is not set'),
  }
}

/** The jobs that deliver mails. Without a mail server they wait in the outbox, or go to the development mailbox. */
export async function openMail(config: Config, deps: MailDeps) {
  const { database, sealing, outbox, log, opened } = deps
  const { adminEmail, publicUrl, mailsPerDomain: perDomain } = config
  const toTasks = (transport: MailTransport) =>
    mailTasks({
      database,
      sealing,
      transport: countMails(transport, deps.metrics),
      outbox,
      log,
      adminEmail,
      publicUrl,
      perDomain,
    })
  const toServer = async (url: string) => {
    const { smtpTransport } = await import('../platform/mail/smtp.ts')
    return toTasks(smtpTransport({ url, from: config.mailFrom, publicUrl }))
  }
  const noTasks: Task[] = []

  if (deps.mailTransport) return { mailTasks: toTasks(deps.mailTransport), mailbox: undefined }
  if (config.mail.kind === 'nowhere' || config.mail.kind === 'dropped')
    return { mailTasks: noTasks, mailbox: undefined }
  if (config.mail.kind === 'smtp')
    return { mailTasks: await toServer(config.mail.url), mailbox: undefined }
  const { smtpUrl, routes } = await openDevelopmentMailbox(config, { database, log, opened })
  return { mailTasks: await toServer(smtpUrl), mailbox: routes }
}

function countMails(
  transport: MailTransport,
  { countMail }: Pick<Metrics, 'countMail'>,
): MailTransport {
  return {
    async send(mail, signal) {
      try {
        const handover = await transport.send(mail, signal)
        countMail(handover.kind)
        return handover
      } catch (error) {
        countMail('unavailable')
        throw error
      }
    },
  }
}
