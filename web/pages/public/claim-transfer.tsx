import { useLoaderData } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { isMailLinkDone, MailLinkLayout } from '../../layouts/mail-link-layout.tsx'
import { transferText } from '../../text/transfer.ts'

export function loader({ request }: LoaderFunctionArgs) {
  return { isDone: isMailLinkDone(request) }
}

/** Opened from the mail to the sender of a transfer. The button leads to the donation's page. */
export function Component() {
  const { isDone } = useLoaderData<typeof loader>()
  return <MailLinkLayout text={transferText.link} isDone={isDone} />
}
