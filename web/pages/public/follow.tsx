import { useLoaderData } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { isMailLinkDone, MailLinkLayout } from '../../layouts/mail-link-layout.tsx'
import { followText } from '../../text/follow.ts'

export function loader({ request }: LoaderFunctionArgs) {
  return { isDone: isMailLinkDone(request) }
}

/** Opened from the mail that a visitor asked for to follow a campaign. */
export function Component() {
  const { isDone } = useLoaderData<typeof loader>()
  return <MailLinkLayout text={followText.link} isDone={isDone} />
}
