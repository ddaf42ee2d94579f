import {
  credential,
  deletedWith,
  ownUid,
  personal,
  toList,
  type TableEntry,
} from '../entries/entry.ts'
import { byUid } from '../entries/rows.ts'

/** Passwords, sessions, codes and two-step verification. */
export const loginTables = {
  account_credential: {
    purpose: 'Check passwords',
    basis: 'contract',
    subjects: ['account'],
    term: { while: 'the account exists' },
    erasure: [deletedWith('account')],
    columns: {
      uid: ownUid(),
      password_hash: credential('Hash of the password'),
      contested: 'A second person signed up with the unconfirmed address',
    },
  },
  action_code: {
    purpose: 'Confirm an address or set a new password by a mailed link',
    basis: 'contract',
    subjects: ['account'],
    term: { while: 'the code works, at most 24 hours' },
    exports: [toList('codes', byUid('uid'), 'expires_at purpose new_email')],
    erasure: [deletedWith('account')],
    columns: {
      uid: ownUid(),
      'purpose expires_at': 'What the code does, and its end',
      code_hash: credential('Hash of the code'),
      new_email: personal('Address that the account changes to'),
    },
  },
  earlier_verification_code: {
    purpose: 'Let earlier links to confirm an address or to reset a password work',
    basis: 'contract',
    subjects: ['account'],
    term: 'verificationCode',
    exports: [toList('earlierCodes', byUid('uid'), 'expires_at purpose')],
    erasure: [deletedWith('account')],
    columns: {
      code_hash: credential('Hash of the code'),
      uid: ownUid(),
      purpose: 'What the code is for',
      expires_at: 'End of the code',
    },
  },
  session: {
    purpose: 'Keep a person logged in, and list the devices',
    basis: 'contract',
    subjects: ['account'],
    term: 'session',
    exports: [toList('sessions', byUid('uid'), 'created_at device two_factor seen_at')],
    erasure: [deletedWith('account')],
    columns: {
      token_hash: credential('Hash of the cookie'),
      uid: ownUid(),
      device: personal('Browser and system, such as "Firefox on Windows"'),
      'id credential_version two_factor': 'Id, version of the password, and two-step verification',
      'created_at seen_at': 'Times of the login and of the last use',
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
      seen_at: 'Time of the last login',
    },
  },
  two_factor: {
    purpose: 'Two-step verification',
    basis: 'contract',
    subjects: ['account'],
    term: { while: 'two-step verification is on' },
    exports: [toList('twoFactor', byUid('uid'), 'confirmed_at')],
    erasure: [deletedWith('account')],
    columns: {
      uid: ownUid(),
      secret_sealed: credential('Secret shared with the app, sealed'),
      'confirmed_at last_time_step': 'Times of the set-up and of the last code',
    },
  },
  recovery_code: {
    purpose: 'Log in without the app',
    basis: 'contract',
    subjects: ['account'],
    term: { while: 'two-step verification is on' },
    erasure: [deletedWith('two_factor')],
    columns: { uid: ownUid(), code_hash: credential('Hash of the code') },
  },
} satisfies Record<string, TableEntry>
