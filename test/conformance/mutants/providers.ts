import type { MutantsOfFile } from './mutants-of-file.ts'

/** What the server sends to its providers, and how it reads their answers. */
export const providerMutants: MutantsOfFile = {
  'server/providers/identity/firebase/identity-toolkit.ts': [
    ['7.3', "'accounts', credential", "'accounts', { ...credential, displayName: '' }"],
    [
      '7.2',
      "'accounts:signInWithPassword', { ...credential, returnSecureToken: true }",
      "'accounts:signInWithPassword', credential",
    ],
    ['7.2', "{ 'x-goog-api-key': options.apiKey }", "{ 'x-goog-api-key': '' }"],
    ['7.4', '{ ...request, returnOobLink: true }', '{ ...request, returnOobLink: true, code: 1 }'],
    [
      '7.5 7.6',
      "'accounts:resetPassword', request",
      "'accounts:resetPassword', { ...request, code: 1 }",
    ],
    ['7.9', "'accounts:lookup', { idToken }", "'accounts:lookup', { idToken, localId: '' }"],
    ['7.7', "'accounts:update', { oobCode }", "'accounts:update', { code: oobCode }"],
    ['7.8', '{ ...change, returnSecureToken: true }', 'change'],
    [
      '7.10',
      "call(z.object({}), 'accounts:delete', { idToken })",
      "call(z.object({}), 'accounts:lookup', { idToken })",
    ],
    ['8.2 8.11', "  INVALID_EMAIL: 'invalid-email',\n", ''],
    ['8.3', "  EMAIL_EXISTS: 'email-already-in-use',\n", ''],
    ['8.4', "  USER_DISABLED: 'user-disabled',\n", ''],
    ['8.5', "  EMAIL_NOT_FOUND: 'invalid-credential',\n", ''],
    ['8.6', "  INVALID_PASSWORD: 'invalid-credential',\n", ''],
    ['8.7 9.2', "  WEAK_PASSWORD: 'weak-password',\n", ''],
    ['8.9 8.12', "  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',\n", ''],
    ['8.12', "  EXPIRED_OOB_CODE: 'expired-action-code',\n", ''],
  ],
  'server/routes/account/account-response.ts': [
    ['8.7 9.2', 'if (result.isCommon)', "if (result.refused === 'weak-password')"],
    ['4.6', 'await content.findUserByUid(uid)', 'undefined'],
  ],
  'server/providers/identity/firebase/action-codes.ts': [
    [
      '4.8',
      'saveAccount(deps, queries, user, { endsSessions: true })',
      'saveAccount(deps, queries, user)',
    ],
  ],
  'server/routes/account/account.ts': [
    [
      '3.1',
      'const names = { firstname, lastname, gender, terms }',
      'const names = { firstname, lastname, gender, terms: false }',
    ],
    ['3.2', 'emailVerified: false, ...names', 'emailVerified: true, ...names'],
    ['4.4', 'const sent = await identity.sendVerification(uid)', 'const sent = null'],
  ],
  'server/providers/content/sanity/queries.ts': [
    ['7.15', '&& ($ownerUid == null || userId == $ownerUid)', ''],
    ['4.10', '&& ($status == null || coalesce(status, "pending") == $status)', ''],
    ['4.11', '  && ($status == null || coalesce(status, "pending") == $status)\n', ''],
    ['4.5', '_type == "user" && uid == $uid] |', '_type == "user" && uid == "" + $uid] |'],
  ],
  'server/providers/content/sanity/users.ts': [
    ['7.14', 'patch: { id: _id, set: change }', 'patch: { id: _id, set: {} }'],
    ['3.1', "_type: 'user', ...user", "_type: 'person', ...user"],
  ],
  'server/providers/content/sanity/campaigns.ts': [
    ['4.9 3.10 7.16', "status: 'pending',\n        userId", "status: 'approved',\n        userId"],
    ['3.9', "_type: 'reference', _ref: owner._id", "_type: 'link', _ref: owner._id"],
    ['7.17', '[{ delete: { id: document._id } }, deleteDraft]', '[deleteDraft]'],
  ],
  'server/providers/content/sanity/campaign-document.ts': [
    ['3.9 7.16', '    importance: campaign.importance,\n', ''],
    ['3.9', '    endDate: campaign.endDate,\n', ''],
    ['3.11', '    subAccountId: bankAccount.subAccountCode,\n', ''],
    ['3.12', '    phone: contact.phone,\n', ''],
    ['3.13', '    _key: id,\n', "    _key: 'image',\n"],
  ],
  'server/providers/content/sanity/sanity-http.ts': [
    ['7.18', "type: 'image/webp'", "type: 'application/octet-stream'"],
    [
      '7.18',
      'new URLSearchParams(query))}`',
      "new URLSearchParams(query)).replace('filename', 'name')}`",
    ],
    ['7.19', "const perspective = 'published'", "const perspective = 'raw'"],
  ],
  'server/providers/payments/paystack.ts': [
    ['7.25 3.18', "getData(call, '/bank')", "getData(call, '/banks')"],
    ['7.26', 'settlement_bank: account.bankCode', "settlement_bank: '044'"],
    ['7.26', 'account_number: account.accountNumber', "account_number: '0000000000'"],
    ['3.15 7.27', '    email: payment.email,\n', "    email: 'donor@ajo.example',\n"],
    ['7.27 9.8', '    amount: payment.amount,\n', '    amount: payment.amount / 10,\n'],
    ['7.27', 'bearer: payment.terms.feeBearer', "bearer: 'account'"],
    ['7.28', 'url: started.authorization_url', 'url: `${started.authorization_url}?card=pin`'],
    [
      '8.30',
      "return { kind: 'refused', message: result.message }\n  const { subaccount_code",
      "return { kind: 'refused', message: '' }\n  const { subaccount_code",
    ],
    ['9.20', 'options.timeoutMs ?? 10_000', 'options.timeoutMs && 60_000 || 10_000'],
  ],
  'server/providers/payments/paystack-lists.ts': [
    ['7.21', "query.set('next', next.cursor)", "query.set('page', '1')"],
  ],
  'server/money/donations/checkout.ts': [
    ['3.16', 'userId: campaign.ownerUid', "userId: donorUid ?? ''"],
    ['7.27', "callback: '/dashboard/transactions'", "callback: '/dashboard/profile'"],
  ],
  'dev/payments-sandbox/responses/transaction-response.ts': [
    ['3.17', '    created_at: createdAt,\n', ''],
    ['3.17', '    customer: toCustomer(transaction.email),\n', ''],
  ],
  'shared/money.ts': [['9.9 9.10 7.22', '}.${fraction}`', '}.${fraction}0`']],
  'server/people/overview/overview.ts': [
    [
      '7.20 7.22 9.9',
      '{ scope, donations, donors, campaigns }',
      '{ scope, donations: donors, donors, campaigns }',
    ],
    [
      '7.23',
      '{ scope, donations, donors, campaigns }',
      '{ scope, donations, donors: 0, campaigns }',
    ],
    ['7.24', 'Campaigns({ ownerUid: uid })', "Campaigns({ ownerUid: uid, status: 'approved' })"],
  ],
  'shared/image.ts': [
    ['5.31', 'imageMaxBytes = 5_000_000', 'imageMaxBytes = 5_000_001'],
    ['9.5', 'imageMaxBytes = 5_000_000', 'imageMaxBytes = 4_999_999'],
  ],
}
