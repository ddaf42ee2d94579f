import type { ComponentProps } from 'react'

import { useLoaderData } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { isMailLinkDone, MailLinkLayout } from '../../layouts/mail-link-layout.tsx'
import { confirmAddressText } from '../../text/confirm-address.ts'
import { followText } from '../../text/follow.ts'
import { myDonationsText } from '../../text/my-donations.ts'
import { questionText } from '../../text/question.ts'
import { refundStaffText } from '../../text/refund-staff.ts'
import { reportMessageText } from '../../text/report-message.ts'
import { transferText } from '../../text/transfer.ts'

type Text = ComponentProps<typeof MailLinkLayout>['text'] & { expired?: string }

/** By the first part of the address. */
const texts: Record<string, Text> = {
  /** In the mail to the sender of a transfer. The button leads to the donation's page. */
  'claim-transfer': transferText.link,
  /** In the mail of a receipt, for a donor who wants updates. */
  'confirm-address': confirmAddressText,
  'confirm-question': questionText.link,
  /** In the mails about a monthly donation. */
  'end-monthly': myDonationsText.endMonthly,
  follow: followText.link,
  /** In an organiser's mail. */
  'report-message': reportMessageText,
  /** In the mail to the organiser whose account requested a refund. */
  'stop-refund': refundStaffText.stop,
}

/** The server reads the texts, so that the browser loads no text of other pages. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const isExpired = searchParams.has('expired')
  const { expired, ...text } = texts[pathname.split('/')[1] ?? ''] as Text
  return {
    text: { ...text, ...(isExpired && { done: expired ?? text.done }) },
    isDone: isMailLinkDone(request),
    isExpired,
  }
}

/** Opened from a mail. The server redirects to `?done` or, for some links, `?expired`. */
export function Component() {
  return <MailLinkLayout {...useLoaderData<typeof loader>()} />
}
