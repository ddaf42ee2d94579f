import { brand } from '#shared/brand.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { staffLanguage, writeMail } from '../platform/mail/write-mail.ts'

/** To an address outside, which keeps the checkpoint. */
export const checkpointMail = (to: string, { size, note }: { size: number; note: string }): Mail =>
  writeMail(
    { to, language: staffLanguage, reason: 'staff' },
    `${brand}: checkpoint of the transparency log at ${size} entries`,
    [
      'Keep this mail. If the log is ever changed before this checkpoint, its root no longer fits.',
      note,
    ],
  )

/** To the admin. */
export const logStoppedMail = (to: string, reason: string): Mail =>
  writeMail(
    { to, language: staffLanguage, reason: 'staff' },
    `${brand}: the transparency log has stopped`,
    [
      `The database of the transparency log is not the one that was published: ${reason}.`,
      'Donations are still counted. Nothing more is signed until the log is repaired (docs/transparency-log.md, "After a backup").',
    ],
  )
