import { deleteRows, keyedHash, personal, toList, type TableEntry } from '../entries/entry.ts'
import { byEmail, byRecipient } from '../entries/rows.ts'

const ofMail = { leftOut: 'It is in the mail itself.' }
const ofAddress = { leftOut: 'The export names the address once.' }
const mailsToPerson = byRecipient('recipient_key')
const suppressedOfPerson = byRecipient('address_key')

/** Mails that Ajo sends. */
export const mailTables = {
  mail_outbox: {
    purpose: 'Send mails, and answer questions about missing ones',
    basis: 'contract',
    subjects: ['account', 'donor', 'owner', 'reporter', 'staff'],
    recipients: ['the mail server', 'the recipient'],
    term: 'mail',
    exports: [toList('mails', mailsToPerson, 'created_at subject sent_at failed_at')],
    erasure: [deleteRows(mailsToPerson)],
    columns: {
      'id created_at sent_at failed_at': 'Id and times',
      'attempts next_attempt_at attempted_at leased_until deferred_since can_wait':
        'State of the delivery, and whether codes and links go first',
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
    columns: {
      'link_id use expires_at': 'Random id of the link, what it was used for, and its end',
    },
  },
  mail_pause: {
    purpose: 'Wait while the mail server refuses our mails',
    term: { while: 'the mail server refuses our mails' },
    columns: { 'only_one words since probes probe_at': 'What the mail server said, and times' },
  },
  mail_suppression: {
    purpose: 'Write no more to addresses that do not exist',
    basis: 'legitimate interest',
    subjects: ['donor'],
    term: 'suppressedAddress',
    exports: [toList('undeliverable', suppressedOfPerson, 'at words')],
    erasure: [deleteRows(suppressedOfPerson)],
    columns: {
      'id at': 'Id and time',
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
      'id received_at': 'Id and time',
      recipient: personal('Address', { leftOut: 'It exists in development only.' }),
      raw: personal('The mail', { leftOut: 'It exists in development only.' }),
    },
  },
} satisfies Record<string, TableEntry>
