import type { MutantsOfFile } from './mutants-of-file.ts'

export const serverMutants: MutantsOfFile = {
  'server/providers/identity/embedded/action-codes.ts': [
    [
      '1.6',
      'values (${uid}, ${purpose}, ${toHash(code)}',
      'values (${uid}, ${purpose}, ${Buffer.from(code)}',
    ],
  ],
  'server/providers/identity/account-rows.ts': [
    ['1.7', 'set email_verified = true', 'set email_verified = false'],
  ],
  'server/providers/content/embedded/embedded-content.ts': [
    ['1.8', "slug, status: 'pending'", "slug, status: 'approved'"],
  ],
  'server/providers/payments/paystack.ts': [
    ['1.9', 'settlement_bank: account.bankCode', 'bank: account.bankCode'],
  ],
  'shared/money.ts': [['1.11', "String(whole % 100).padStart(2, '0')", 'String(whole % 100)']],
  'server/routes/feedback.ts': [
    ['2.98', '      await outbox.enqueue(queries, mail, `feedback ${id}`)\n', ''],
  ],
  'server/money/donations/guest-donations.ts': [
    ['6.4', 'donation.donor_uid = ${scope.uid}', 'donation.donor_uid is not null'],
  ],
  'server/platform/policy/rules.ts': [
    [
      '6.5',
      'deleteCampaign = ownerRule(limits.changes)',
      'deleteCampaign = rule<CampaignSubject>(verifiedUser, always, limits.changes)',
    ],
  ],
  // The rule and the decision's transaction both ask for these.
  'shared/moderation.ts': [
    ['6.6', "= ['raised', 'donated', 'reported']", "= ['donated', 'reported']"],
  ],
  'server/routes/overview.ts': [['6.7', 'gate(may.readAccountOverview, noSubject), ', '']],
}
