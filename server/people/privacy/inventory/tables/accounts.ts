import {
  credential,
  deletedWith,
  deleteRows,
  lastingUid,
  otherUid,
  ownUid,
  personal,
  runCode,
  toList,
  type TableEntry,
  keyedHash,
  byUid,
  byEmail,
  byRecipient,
} from '../entries/entry.ts'

/** Accounts and profiles. */
export const accountTables = {
  account: {
    purpose: 'Recognise a person, write to the person and tell donors how old the account is',
    subjects: ['account'],
    recipients: ['the identity provider, if hosted', 'the mail server', 'visitors'],
    term: { while: 'the account exists' },
    exports: [toList('account', byUid('uid'), 'created_at uid email email_verified language')],
    erasure: [runCode('deleteAccount')],
    columns: {
      uid: personal('Id of the account'),
      email: personal('Email address'),
      language: personal('Language of mails'),
    },
  },
  account_email: {
    purpose: 'Log in by address, and give each address to one account',
    subjects: ['account'],
    term: { while: 'the account exists' },
    erasure: [deletedWith('account')],
    columns: {
      email: personal('Email address', { leftOut: 'The same as in `account`.' }),
      uid: ownUid(),
    },
  },
  terms_acceptance: {
    purpose: 'Prove which version of the terms a person accepted, and when',
    subjects: ['account'],
    term: { while: 'the account exists' },
    exports: [toList('acceptedTerms', byUid('uid'), 'accepted_at version')],
    erasure: [deleteRows(byUid('uid'))],
    columns: {
      uid: ownUid(),
      version: personal('Version of the terms'),
    },
  },
  hosted_account: {
    purpose: 'Keep a login at the hosted identity provider valid',
    subjects: ['account'],
    recipients: ['the identity provider'],
    term: { while: 'the account exists' },
    erasure: [deletedWith('account')],
    columns: {
      uid: ownUid(),
      refresh_token_sealed: credential('Token of the identity provider, sealed'),
    },
  },
  account_role: {
    purpose: 'Know what staff may do',
    subjects: ['staff'],
    term: { while: 'the account exists' },
    exports: [toList('roles', byUid('uid'), 'role granted_at')],
    erasure: [deletedWith('account')],
    columns: {
      uid: ownUid(),
      role: personal('Reviewer or admin'),
    },
  },
  account_event: {
    purpose: 'Notice and explain a taken-over account',
    basis: 'legitimate interest',
    subjects: ['account', 'staff'],
    term: 'accountEvent',
    exports: [toList('events', byUid('uid'), 'at kind')],
    columns: {
      uid: lastingUid(),
      by_uid: otherUid('Account of staff that did it'),
    },
  },
  user_document: {
    purpose: 'Show the person’s name on campaigns and in mails',
    subjects: ['account'],
    recipients: ['the content store, if hosted'],
    term: { while: 'the account exists' },
    exportedAs: 'profile',
    erasure: [runCode('replaceProfile')],
    columns: {
      uid: ownUid({ stays: 'A deleted campaign still belongs to a document, which names no one.' }),
      'firstname lastname email gender': personal('Names, address and gender'),
    },
  },
  feedback: {
    purpose: 'Answer feedback',
    basis: 'legitimate interest',
    subjects: ['account'],
    recipients: ['the mail server'],
    term: 'feedback',
    exports: [toList('feedback', byUid('uid'), 'created_at email feedback')],
    erasure: [deleteRows(byUid('uid'))],
    columns: {
      uid: ownUid(),
      email: personal('Email address'),
      feedback: personal('What the person wrote'),
    },
  },
} satisfies Record<string, TableEntry>

/** Passwords, sessions, codes and two-step verification. */
export const loginTables = {
  account_credential: {
    purpose: 'Check passwords',
    subjects: ['account'],
    term: { while: 'the account exists' },
    erasure: [deletedWith('account')],
    columns: {
      uid: ownUid(),
      password_hash: credential('Hash of the password'),
    },
  },
  action_code: {
    purpose: 'Confirm an address or set a new password by a mailed link',
    subjects: ['account'],
    term: { while: 'the code works, at most 24 hours' },
    exports: [toList('codes', byUid('uid'), 'expires_at purpose new_email')],
    erasure: [deletedWith('account')],
    plain: 'purpose',
    columns: {
      uid: ownUid(),
      code_hash: credential('Hash of the code'),
      new_email: personal('Address that the account changes to'),
    },
  },
  earlier_verification_code: {
    purpose: 'Let earlier links to confirm an address or to reset a password work',
    subjects: ['account'],
    term: 'verificationCode',
    exports: [toList('earlierCodes', byUid('uid'), 'expires_at purpose')],
    erasure: [deletedWith('account')],
    plain: 'purpose',
    columns: {
      code_hash: credential('Hash of the code'),
      uid: ownUid(),
    },
  },
  session: {
    purpose: 'Keep a person logged in, and list the devices',
    subjects: ['account'],
    term: 'session',
    exports: [toList('sessions', byUid('uid'), 'created_at device two_factor seen_at')],
    erasure: [deletedWith('account')],
    columns: {
      token_hash: credential('Hash of the cookie'),
      uid: ownUid(),
      device: personal('Browser and system, such as "Firefox on Windows"'),
    },
  },
  known_device: {
    purpose: 'Notify the person about logins from new browsers',
    basis: 'legitimate interest',
    subjects: ['account'],
    term: 'knownDevice',
    exports: [toList('devices', byUid('uid'), 'seen_at')],
    erasure: [deletedWith('account')],
    columns: {
      uid: ownUid(),
      device_hash: credential('Hash of a cookie'),
    },
  },
  two_factor: {
    purpose: 'Two-step verification',
    subjects: ['account'],
    term: { while: 'two-step verification is on' },
    exports: [toList('twoFactor', byUid('uid'), 'confirmed_at')],
    erasure: [deletedWith('account')],
    columns: {
      uid: ownUid(),
      secret_sealed: credential('Secret shared with the app, sealed'),
    },
  },
  recovery_code: {
    purpose: 'Log in without the app',
    subjects: ['account'],
    term: { while: 'two-step verification is on' },
    erasure: [deletedWith('two_factor')],
    columns: {
      uid: ownUid(),
      code_hash: credential('Hash of the code'),
    },
  },
} satisfies Record<string, TableEntry>

const ofMail = { leftOut: 'It is in the mail itself.' }
const ofAddress = { leftOut: 'The export names the address once.' }
const mailsToPerson = byRecipient('recipient_key')
const suppressedOfPerson = byRecipient('address_key')

/** Mails that Ajo sends. */
export const mailTables = {
  mail_outbox: {
    purpose: 'Send mails, and answer questions about missing ones',
    subjects: ['account', 'donor', 'owner', 'reporter', 'staff'],
    recipients: ['the mail server', 'the recipient'],
    term: 'mail',
    exports: [toList('mails', mailsToPerson, 'created_at subject sent_at failed_at')],
    erasure: [deleteRows(mailsToPerson)],
    columns: {
      recipient_sealed: personal(
        'Address, sealed, removed minutes after the mail is sent',
        ofAddress,
      ),
      recipient_key: keyedHash('Address, removed with it'),
      subject: personal('Subject, removed with the address'),
      'text html': personal('The mail, until it is sent', ofMail),
      key: personal('Cause of the mail, so that it is sent once', ofMail),
      unsubscribe_url: personal('Link to unsubscribe', ofMail),
      last_error: personal('What the mail server said, without addresses', {
        leftOut: 'Words of the mail server to us.',
      }),
      domain: personal('Domain of the address, removed with it', {
        leftOut: 'A part of the address.',
      }),
    },
  },
  guest_data_link_use: {
    purpose: 'Let a mailed link to a guest’s data download once and erase once',
    term: 'guestLink',
    plain: 'use',
  },
  mail_pause: {
    purpose: 'Wait while the mail server refuses our mails',
    plain: 'words',
  },
  mail_suppression: {
    purpose: 'Write no more to addresses that do not exist',
    basis: 'legitimate interest',
    subjects: ['donor'],
    term: 'suppressedAddress',
    exports: [toList('undeliverable', suppressedOfPerson, 'at words')],
    erasure: [deleteRows(suppressedOfPerson)],
    columns: {
      address_sealed: personal('Address, sealed', ofAddress),
      address_key: keyedHash('Address'),
      words: personal('What the mail server said, without addresses'),
    },
  },
  development_mail: {
    purpose: 'Show mails on a developer’s machine. Empty where a mail server is set',
    basis: 'legitimate interest',
    subjects: ['account', 'donor', 'owner'],
    term: { while: 'the development database exists' },
    erasure: [deleteRows(byEmail('recipient'))],
    columns: {
      recipient: personal('Address', { leftOut: 'It exists in development only.' }),
      raw: personal('The mail', { leftOut: 'It exists in development only.' }),
    },
  },
} satisfies Record<string, TableEntry>
