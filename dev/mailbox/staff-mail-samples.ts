import { kobo } from '#shared/money.ts'

import { reviewReminderMail } from '#server/campaigns/review/review-reminder-mail.ts'
import { alarmNoticeMail } from '#server/platform/health/alarms.ts'
import { storedAlarms } from '#server/platform/health/alarm-rules.ts'
import { feedbackMail } from '#server/platform/mail/feedback-mail.ts'
import { mailPausedMail } from '#server/platform/mail/mail-paused-mail.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { moneyAlarmMail } from '#server/money/payouts/money-alarms.ts'
import { disputeMail } from '#server/money/disputes/dispute-alerts.ts'
import { alarmMail, alarms } from '#server/platform/rate-limits/abuse-detection.ts'
import { refundAlarmMail } from '#server/money/refunds/refund-notices.ts'
import { checkpointMail, logStoppedMail } from '#server/transparency/log-mails.ts'

const to = 'admin@ajo.example'
const publicUrl = 'https://ajo.example'
const url = `${publicUrl}/dashboard/admin`
const dispute = { campaign: 'Ìyá wa', amount: kobo(5_000_00), url }

/** Every mail to admins and reviewers, by the name of its function. They stay English. */
export const staffMailSamples: Readonly<Record<string, readonly Mail[]>> = {
  alarmMail: alarms.map((alarm) => alarmMail(to, alarm)),
  alarmNoticeMail: storedAlarms
    .slice(0, 1)
    .flatMap((alarm) =>
      (['firing', 'resolved'] as const).map((state) =>
        alarmNoticeMail({ adminEmail: to, publicUrl }, { alarm, state }),
      ),
    ),
  checkpointMail: [checkpointMail(to, { size: 12, note: 'ajo.example/log\n12\nroot' })],
  disputeMail: [
    disputeMail(to, { ...dispute, dueAt: null, hours: undefined }),
    disputeMail(to, { ...dispute, dueAt: new Date('2026-05-04T09:00:00Z'), hours: 24 }),
  ],
  feedbackMail: [feedbackMail(to, { feedback: 'It works.\n\nThanks!', from: 'ada@example.com' })],
  logStoppedMail: [logStoppedMail(to, 'the log is shorter than its copy')],
  mailPausedMail: [mailPausedMail(to, { words: '553 5.7.1 sender rejected', url })],
  moneyAlarmMail: [
    moneyAlarmMail(
      { adminEmail: to, publicUrl },
      {
        subject: 'Payments keep failing: 3 of the kind "payment"',
        text: '3 items failed.',
        tab: 'differences',
      },
    ),
  ],
  refundAlarmMail: [
    refundAlarmMail(to, {
      subject: 'Ajo: refunds were given up',
      texts: ['At least one refund cannot be made.'],
      publicUrl,
    }),
  ],
  reviewReminderMail: [reviewReminderMail(to, { waiting: 3, cases: 1, appeals: 0, url })],
}
