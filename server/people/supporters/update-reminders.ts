import * as z from 'zod/mini'

import type { Language } from '#shared/language.ts'

import { isFrozen } from '../../money/ledger/frozen-campaign.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import { texts } from '../../text/texts.ts'
import type { UpdateDeps } from './updates.ts'

type Deps = UpdateDeps & { content: Pick<ContentStore, 'findCampaign' | 'findUserByUid'> }

const dayMs = 86_400_000
const silentMs = 30 * dayMs
/** A server that did not run for some days asks all the same. After that it is too late to ask. */
const askedWithinMs = 7 * dayMs

/** Asks the organiser of each campaign that had no update for 30 days after money arrived, once until the next update. */
export function updateReminderTask(deps: Deps): Task {
  return {
    name: 'remind-of-updates',
    lane: 'maintenance',
    cron: '25 9 * * *',
    run: async () => {
      for (const silent of await listSilent(deps)) await remind(deps, silent)
    },
  }
}

const silentRow = z.object({ campaignId: z.string(), since: z.date() })
type Silent = z.output<typeof silentRow>

/** Campaigns whose first donation since their last update is 30 days old. */
function listSilent({ database, mode, now }: Deps): Promise<Silent[]> {
  const until = new Date(now().getTime() - silentMs)
  const from = new Date(until.getTime() - askedWithinMs)
  return database.rows(
    silentRow,
    sql`
    with candidate as (
      select distinct campaign_id from ledger_entry
      where mode = ${mode} and kind = 'charge' and booked_at > ${from} and booked_at <= ${until})
    select campaign_id as "campaignId", first.at as since
    from candidate
    cross join lateral (
      select coalesce(max(published_at), '-infinity') as at from campaign_update known
      where known.campaign_id = candidate.campaign_id and hidden_at is null) latest
    cross join lateral (
      select min(booked_at) as at from ledger_entry entry
      where entry.campaign_id = candidate.campaign_id and entry.mode = ${mode} and entry.kind = 'charge'
        and entry.booked_at > latest.at) first
    where first.at > ${from} and first.at <= ${until} order by 1`,
  )
}

/** The key of the mail lets the outbox store it once, however often the task runs. */
async function remind(deps: Deps, { campaignId, since }: Silent): Promise<void> {
  const { database, content, outbox, publicUrl } = deps
  const campaign = await content.findCampaign(campaignId)
  if (campaign?.status !== 'approved' || (await isFrozen(database, campaignId))) return
  const owner = await content.findUserByUid(campaign.ownerUid)
  if (!owner) return
  const url = new URL(`/c/${campaign.slug}/updates`, publicUrl).href
  const language = await findLanguage(database, campaign.ownerUid)
  const mail = updateReminderMail(owner.email, language, { title: campaign.title, url })
  const key = `update-reminder ${campaignId} ${since.toISOString()}`
  await database.transaction((queries) => outbox.enqueue(queries, mail, key))
}

type Reminder = { title: string; url: string }

/** To an organiser whose donors have read nothing for a month. */
export function updateReminderMail(to: string, language: Language, { title, url }: Reminder): Mail {
  const words = texts[language].update.reminder
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'organiser',
    subject: words.subject({ title }),
    paragraphs: [words.lead({ title }), words.hint, { label: words.write, url }],
  })
}
