import { consentVersions, guardians, type ConsentKind } from '#shared/consent-sentences.ts'
import { consentSchema, toGivenConsents, type ConsentForm } from '#shared/consent.ts'

import type { Database, Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import { type Reader, writeMail } from '../../platform/mail/write-mail.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import type { Foundation } from '../../providers/foundation.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import { texts } from '../../text/texts.ts'

type ConsentsDeps = { database: Database; now: () => Date }

type Form = ConsentForm & { category: string }

export type Consents = ReturnType<typeof openConsents>

/** Consents to publish a child's story or a person's health data, as organisers confirmed them. */
export function openConsents({ database, now }: ConsentsDeps) {
  const list = (campaignId: string) =>
    database.rows(
      consentSchema,
      sql`select kind, given_by as "givenBy", sentence_version as "sentenceVersion", given_at as "givenAt",
            withdrawn_at as "withdrawnAt"
          from campaign_consent where campaign_id = ${campaignId} order by given_at, kind`,
    )

  return {
    list,

    /** Stores what is new. A consent whose sentence, kind and person are unchanged keeps its date; one that is not confirmed any more ends. */
    async record(
      queries: Queries,
      { id: campaignId, ownerUid: uid }: Pick<StoredCampaign, 'id' | 'ownerUid'>,
      form: Form,
    ): Promise<void> {
      const at = now()
      const wanted = toGivenConsents(form).map(({ kind, givenBy }) => ({
        kind,
        givenBy,
        version: consentVersions[kind],
      }))
      await queries.run(sql`
        update campaign_consent set withdrawn_at = ${at}
        where campaign_id = ${campaignId} and withdrawn_at is null and not exists (
          select from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given (kind text, "givenBy" text, version text)
          where given.kind = campaign_consent.kind and "givenBy" = given_by and version = sentence_version)`)
      await queries.run(sql`
        insert into campaign_consent (campaign_id, uid, kind, given_by, sentence_version, given_at)
        select ${campaignId}, ${uid}, kind, "givenBy", version, ${at}
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given (kind text, "givenBy" text, version text)
        on conflict (campaign_id, kind) where withdrawn_at is null do nothing`)
    },

    /** False if there is no such consent any more. */
    async withdraw(queries: Queries, campaignId: string, kind: ConsentKind): Promise<boolean> {
      const changed = await queries.run(sql`
        update campaign_consent set withdrawn_at = ${now()}
        where campaign_id = ${campaignId} and kind = ${kind} and withdrawn_at is null`)
      return changed > 0
    },

    async toFormValues(campaignId: string): Promise<ConsentForm> {
      const valid = (await list(campaignId)).filter(({ withdrawnAt }) => withdrawnAt === null)
      const child = valid.find(({ kind }) => kind === 'child')
      const health = valid.find(({ kind }) => kind === 'health')
      return {
        aboutChild: child !== undefined,
        guardian: guardians.find((each) => each === child?.givenBy) ?? '',
        childConsent: child !== undefined,
        aboutHealth: health !== undefined,
        healthConsentBy: health?.givenBy ?? '',
        healthConsent: health !== undefined,
      }
    },
  }
}

type WithdrawalDeps = Pick<Foundation, 'database' | 'outbox' | 'publicUrl'> & {
  consents: Pick<Consents, 'withdraw'>
  identity: Pick<Identity, 'findAccount'>
}

/** Ends a consent and asks the owner to remove what it covered. Nothing happens if it had ended before. */
export async function withdrawConsent(
  { database, consents, identity, outbox, publicUrl }: WithdrawalDeps,
  { id, title, ownerUid }: StoredCampaign,
  kind: ConsentKind,
): Promise<void> {
  const owner = await identity.findAccount(ownerUid)
  await database.transaction(async (queries) => {
    if (!(await consents.withdraw(queries, id, kind))) return
    const url = new URL(`/dashboard/campaign/${id}/edit`, publicUrl).href
    if (owner) {
      const reader = { to: owner.email, language: await findLanguage(queries, ownerUid) }
      await outbox.enqueue(queries, consentWithdrawnMail(reader, { title, url }))
    }
  })
}

/** Asks the owner of a campaign to remove what a person no longer agrees to have published. */
export function consentWithdrawnMail(
  reader: Reader,
  { title, url }: { title: string; url: string },
): Mail {
  const { subject, lead, ask, link } = texts[reader.language].campaign.consentWithdrawn
  return writeMail({ ...reader, reason: 'organiser' }, `${subject}: ${title}`, [
    lead({ title }),
    ask,
    { label: link, url },
  ])
}
