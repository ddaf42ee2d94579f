import { useLoaderData } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { isMailLinkDone, MailLinkLayout } from '../../layouts/mail-link-layout.tsx'
import { refundStaffText } from '../../text/refund-staff.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const isExpired = new URL(request.url).searchParams.has('expired')
  return { isDone: isMailLinkDone(request), isExpired }
}

/** Opened from the mail to the organiser whose account requested a refund. The server redirects to `?done` or `?expired`. */
export function Component() {
  const { isDone, isExpired } = useLoaderData<typeof loader>()
  const { done, expired, ...text } = refundStaffText.stop
  return (
    <MailLinkLayout
      text={{ ...text, done: isExpired ? expired : done }}
      isDone={isDone || isExpired}
    />
  )
}
