import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { isMailLinkDone, MailLinkLayout } from '../../layouts/mail-link-layout.tsx'
import { unsubscribeText } from '../../text/unsubscribe.ts'

export function loader({ request }: LoaderFunctionArgs) {
  return { isDone: isMailLinkDone(request) }
}

/** Opened from an organiser's email. Mail programs unsubscribe at the same URL with one click. */
export function Component() {
  const { isDone } = useLoaderData<typeof loader>()
  return <MailLinkLayout text={unsubscribeText} isDone={isDone} />
}
