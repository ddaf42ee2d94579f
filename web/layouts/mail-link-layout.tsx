import type { ReactNode } from 'react'

import { paths } from '../navigation/paths.ts'
import { Button } from '../ui/button.tsx'
import { TaskPage } from './task-page.tsx'
import { DonePanel } from '../ui/done-panel.tsx'

type Props = {
  text: Record<'title' | 'question' | 'confirm' | 'done' | 'home', string>
  isDone: boolean
  /** The link did nothing, which `text.done` says then. */
  isExpired?: boolean
  /** Stands under the form. */
  children?: ReactNode
}

/** The page that a link in a mail opens. Opening it changes nothing, because mail programs open links too: the button posts to the same URL. */
export function MailLinkLayout({ text, isDone, isExpired = false, children }: Props) {
  return (
    <TaskPage title={text.title}>
      {isDone || isExpired ? (
        <DonePanel isRefused={isExpired} link={{ to: paths.landing, name: text.home }}>
          {text.done}
        </DonePanel>
      ) : (
        <>
          <form method="post" className="space-y-6">
            <p>{text.question}</p>
            <Button type="submit">{text.confirm}</Button>
          </form>
          {children}
        </>
      )}
    </TaskPage>
  )
}

/** The server redirects to `?done` after the button was pressed. */
export function isMailLinkDone(request: Request): boolean {
  return new URL(request.url).searchParams.has('done')
}
