import { useLoaderData } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { isMailLinkDone, MailLinkLayout } from '../../layouts/mail-link-layout.tsx'
import { questionText } from '../../text/question.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const isExpired = new URL(request.url).searchParams.has('expired')
  return { isDone: isMailLinkDone(request), isExpired }
}

/** Opened from the mail to the address that a question was asked with. The server redirects to `?done` or `?expired`. */
export function Component() {
  const { isDone, isExpired } = useLoaderData<typeof loader>()
  const { done, expired, ...text } = questionText.link
  return (
    <MailLinkLayout
      text={{ ...text, done: isExpired ? expired : done }}
      isDone={isDone || isExpired}
    />
  )
}
