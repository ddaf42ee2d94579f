import { useLoaderData } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { isMailLinkDone, MailLinkLayout } from '../../layouts/mail-link-layout.tsx'
import { reportMessageText } from '../../text/report-message.ts'

export function loader({ request }: LoaderFunctionArgs) {
  return { isDone: isMailLinkDone(request) }
}

/** Opened from an organiser's email. */
export function Component() {
  const { isDone } = useLoaderData<typeof loader>()
  return <MailLinkLayout text={reportMessageText} isDone={isDone} />
}
