import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openDrafts } from '#server/campaigns/submission/drafts.ts'
import { sql } from '#server/database/sql.ts'
import { outbox } from '#server/mail/outbox.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { embeddedIdentity } from '#server/providers/identity/embedded/embedded-identity.ts'
import { sealingWith } from '#server/runtime/sealing.ts'
import { openSessions } from '#server/accounts/sessions.ts'
import { testDatabase } from '#test/database.ts'
import { bola, createPerson, testOrigin, testEvents } from '#test/people.ts'

import { exportPersonalData } from './personal-data.ts'

const { database, owner } = await testDatabase()

/** Names of columns that may hold personal data or texts. JSON columns may, too. */
const personalColumnPattern =
  'uid$|email|recipient|donor_key|name$|phone|_by$|network|device|message|reason|details|feedback|text$|html|sealed$|raw|^form$|^ip|address|language|memo|note$|words|refusal|subject$|salt'

/** Columns of the data export, by key of the export. */
const exported: Record<string, string[]> = {
  account: [
    'account.uid',
    'account.email',
    'account.email_verified',
    'account.language',
    'account_email.uid',
    'account_email.email',
  ],
  profile: [
    'user_document.uid',
    'user_document.email',
    'user_document.email_verified',
    'user_document.firstname',
    'user_document.lastname',
  ],
  sessions: ['session.uid', 'session.device'],
  events: ['account_event.uid'],
  campaigns: [
    'campaign.owner_uid',
    'campaign.contact_name',
    'campaign.contact_email',
    'campaign.contact_phone',
    'campaign.images',
  ],
  draft: ['campaign_draft.owner_uid', 'campaign_draft.form'],
  donations: [
    'donation.donor_uid',
    'donation.donor_email_sealed',
    'donation.donor_name',
    'donation.message',
    'donation.language',
    'thank_you_delivery.donor_key',
    'campaign_unsubscribe.donor_key',
  ],
  roles: ['account_role.uid'],
  twoFactor: ['two_factor.uid', 'recovery_code.uid'],
  codes: ['action_code.uid', 'action_code.new_email', 'earlier_verification_code.uid'],
  devices: ['known_device.uid'],
  mails: ['mail_outbox.recipient', 'mail_outbox.subject'],
  undeliverable: ['mail_suppression.address', 'mail_suppression.words'],
  feedback: ['feedback.uid', 'feedback.email', 'feedback.feedback'],
  images: ['image_upload.owner_uid'],
  campaignHistory: ['campaign_history.reason'],
  campaignEdits: ['campaign_edit.changes'],
  campaignChanges: ['campaign_pending_change.proposed'],
  bankAccountHolders: ['bank_account_holder.name'],
  thankYouMessages: ['thank_you_message.message', 'thank_you_message.recipients'],
  refunds: [
    'refund.requested_by_uid',
    'refund.requested_by',
    'refund.reason',
    'refund_bank_account.account_number_sealed',
  ],
  reports: ['campaign_report.reporter_uid', 'campaign_report.reason', 'campaign_report.details'],
  actions: [
    'campaign_history.actor_uid',
    'campaign_report.resolved_by',
    'audit_log.uid',
    'audit_log.reason',
  ],
}

/** Columns that the export leaves out, by reason. */
const leftOut: Record<string, string[]> = {
  credentials: [
    'account_credential.uid',
    'known_device.device_hash',
    'two_factor.secret_sealed',
    'hosted_account.uid',
    'hosted_account.refresh_token_sealed',
  ],
  'names of reviewers and admins stay hidden': [
    'ledger_difference.owner_uid',
    'account_event.by_uid',
    'campaign_freeze.actor_uid',
  ],
  'also in the campaign history': ['campaign_freeze.reason'],
  'account numbers are shown only by their last digits, which are another column': [
    'campaign.account_number_sealed',
    'campaign_pending_change.account_number_sealed',
  ],
  'donations of other people': [
    'donation.owner_uid',
    'ledger_entry.owner_uid',
    'owner_total.owner_uid',
    'owner_donor.owner_uid',
  ],
  'keyed hashes of addresses': [
    'donation.donor_key',
    'campaign_donor.donor_key',
    'owner_donor.donor_key',
    'platform_donor.donor_key',
    'checkout_attempt.network_key',
    'checkout_attempt.email_key',
    'confirmed_donor_address.donor_key',
  ],
  'kept for a day after a form was sent': ['campaign_submission.owner_uid'],
  'kept for a minute while a form is being sent': ['campaign_slot.owner_uid'],
  'mails that are waiting for delivery': ['mail_outbox.text', 'mail_outbox.html'],
  'local development mailbox': ['development_mail.recipient', 'development_mail.raw'],
  'records of the payment provider': [
    'donation.refusal',
    'refund.refusal',
    'provider_refund.merchant_note',
    'failing_item.reason',
    'payout_hold.reason',
    'webhook_inbox.body_sealed',
    'quarantined_payment.reason',
    'quarantined_payment.expected',
    'quarantined_payment.seen',
  ],
  'openings of the transparency log, which are deleted with a donation’s data': [
    'log_opening.salt',
    'log_opening.subject',
  ],
  'not about people': [
    'audit_log.subject',
    'ledger_entry.memo',
    'log_checkpoint.note',
    'log_genesis.subject',
    'mail_pause.words',
    'ledger_difference.reason',
    'sealing_canary.key_sealed',
    'unnamed_proxy.peer_address',
    'ledger_finding.name',
    'migration.name',
    'thank_you_delivery.message_id',
  ],
}

it('exports every personal column or lists the reason for leaving it out', async () => {
  const columns = await owner.rows(
    z.object({ name: z.string() }),
    sql`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and (column_name ~ ${personalColumnPattern} or data_type = 'jsonb')`,
  )
  const listed = [...Object.values(exported), ...Object.values(leftOut)].flat()
  expect(listed.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
})

it('exports exactly the listed keys', async () => {
  const person = await createPerson(database, bola)
  const data = await exportPersonalData(
    {
      database,
      identity: embeddedIdentity({
        database,
        outbox,
        recordChange: testEvents.record,
        publicUrl: testOrigin,
      }),
      content: embeddedContent(database),
      sessions: openSessions({ database, publicUrl: testOrigin, events: testEvents }),
      drafts: openDrafts({ database, now: () => new Date() }),
      sealing: sealingWith('a secret of the tests that is long enough'),
    },
    person,
  )
  expect(Object.keys(data).toSorted()).toEqual(['exportedAt', ...Object.keys(exported)].toSorted())
})
