import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openDrafts } from '#server/campaigns/submission/drafts.ts'
import { sql } from '#server/database/sql.ts'
import { outbox } from '#server/mail/outbox.ts'
import { embeddedContent } from '#server/providers/content/embedded.ts'
import { embeddedIdentity } from '#server/providers/identity/embedded.ts'
import { sealingWith } from '#server/runtime/sealing.ts'
import { openSessions } from '#server/accounts/sessions.ts'
import { testDatabase } from '#test/database.ts'
import { bola, createPerson, testOrigin } from '#test/people.ts'

import { personalData } from './personal-data.ts'

const { database, owner } = await testDatabase()

/** By its name, a column that says who somebody is, or holds what somebody wrote; whatever is JSON may. */
const personal =
  'uid$|email|recipient|donor_key|name$|phone|_by$|network|device|message|reason|details|feedback|text$|html|sealed$|raw|^form$|^ip|address'

/** Under which name a person is given what a column holds about them. */
const given: Record<string, string[]> = {
  account: [
    'account.uid',
    'account.email',
    'account.email_verified',
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
    'thanks_sent.donor_key',
    'mail_refusal.donor_key',
  ],
  roles: ['account_role.uid'],
  secondFactor: ['second_factor.uid', 'recovery_code.uid'],
  codes: ['action_code.uid', 'action_code.new_email'],
  devices: ['known_device.uid'],
  mails: ['mail_outbox.recipient'],
  feedback: ['feedback.uid', 'feedback.email', 'feedback.feedback'],
  pictures: ['image_upload.owner_uid'],
  campaignHistory: ['campaign_history.reason'],
  campaignEdits: ['campaign_edit.changes'],
  campaignChanges: ['campaign_change.proposed'],
  bankAccountHolders: ['account_holder.name'],
  thanks: ['thanks.message', 'thanks.recipients'],
  refundRequests: ['refund_request.asked_uid', 'refund_request.asked_by', 'refund_request.reason'],
  reports: ['campaign_report.reporter_uid', 'campaign_report.reason', 'campaign_report.details'],
  deeds: [
    'campaign_history.actor_uid',
    'campaign_report.settled_by',
    'operator_act.uid',
    'operator_act.reason',
  ],
}

const leftOut: Record<string, string[]> = {
  'opens something, and is worth nothing to its owner': [
    'account_credential.uid',
    'known_device.device_hash',
    'second_factor.secret_sealed',
    'hosted_account.uid',
    'hosted_account.refresh_token_sealed',
  ],
  'whoever reviewed or acted for them stays unnamed': [
    'account_event.by_uid',
    'campaign_freeze.actor_uid',
  ],
  'stands in the history of the campaign as well': ['campaign_freeze.reason'],
  'typed by its owner, and shown by its last digits alone': [
    'campaign.account_number_sealed',
    'campaign_change.account_number_sealed',
  ],
  'the gifts of others: the pages about a campaign’s money': [
    'donation.owner_uid',
    'ledger_entry.owner_uid',
    'owner_total.owner_uid',
    'owner_donor.owner_uid',
  ],
  'counts addresses, and cannot be read': [
    'donation.donor_key',
    'campaign_donor.donor_key',
    'owner_donor.donor_key',
    'platform_donor.donor_key',
    'checkout_attempt.network_key',
    'checkout_attempt.email_key',
  ],
  'of a form that was sent, for a day': ['campaign_submission.owner_uid'],
  'of a mail that was not handed over yet': ['mail_outbox.text', 'mail_outbox.html'],
  'the mailbox on a machine of one’s own': ['development_mail.recipient', 'development_mail.raw'],
  'evidence of money, in the provider’s words': [
    'webhook_inbox.body_sealed',
    'quarantine.reason',
    'quarantine.expected',
    'quarantine.seen',
  ],
  'about nobody': ['ledger_finding.name', 'migration.name'],
}

it('gives people every column about them, or says why not', async () => {
  const columns = await owner.rows(
    z.object({ name: z.string() }),
    sql`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and (column_name ~ ${personal} or data_type = 'jsonb')`,
  )
  const named = [...Object.values(given), ...Object.values(leftOut)].flat()
  expect(named.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
})

it('names what it gives', async () => {
  const person = await createPerson(database, bola)
  const data = await personalData(
    {
      database,
      identity: embeddedIdentity({ database, outbox, publicUrl: testOrigin }),
      content: embeddedContent(database),
      sessions: openSessions({ database, publicUrl: testOrigin, outbox }),
      drafts: openDrafts({ database, now: () => new Date() }),
      sealing: sealingWith('a secret of the tests, long enough to be one'),
    },
    person,
  )
  expect(Object.keys(data).toSorted()).toEqual(['madeAt', ...Object.keys(given)].toSorted())
})
