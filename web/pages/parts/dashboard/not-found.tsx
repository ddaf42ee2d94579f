import { useEffect } from 'react'

import { Link } from '#web/router/navigate.tsx'

import { paths } from '../../../navigation/paths.ts'
import { takeBackVisit } from '../../../navigation/record-visit.ts'
import { dashboardText } from '../../../text/dashboard.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { NotFoundPicture } from '../../../ui/not-found-picture.tsx'

/** Shown for unknown dashboard paths, and for campaigns that the person may not see (specification §2, readings P5). */
export function NotFound() {
  const { notFound: text, pageTitle } = dashboardText
  useEffect(takeBackVisit, [])
  return (
    <div className="flex min-h-[60vh] flex-col items-center justify-center gap-4 py-16 text-center">
      <title>{pageTitle({ title: text.title })}</title>
      <NotFoundPicture />
      <h1 className="text-2xl font-extrabold">{text.title}</h1>
      <p className="max-w-prose text-muted">{text.text}</p>
      <Link to={paths.overview} className={`${buttonClass()} mt-3`}>
        {text.home}
      </Link>
    </div>
  )
}
