import { useLoaderData } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { isMailLinkDone, MailLinkLayout } from '../../layouts/mail-link-layout.tsx'
import { confirmAddressText } from '../../text/confirm-address.ts'

export function loader({ request }: LoaderFunctionArgs) {
  return { isDone: isMailLinkDone(request) }
}

/** Opened from the mail of a receipt, by a donor who wants updates. */
export function Component() {
  const { isDone } = useLoaderData<typeof loader>()
  return <MailLinkLayout text={confirmAddressText} isDone={isDone} />
}
