import { Link } from 'react-router'

import { paths } from '../../paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { buttonClass } from '../../ui/button.tsx'

/** Specification §2: what any other dashboard path shows, and a campaign that is not there for whoever asks (readings P5). */
export function NotFound() {
  const { notFound: text, pageTitle } = dashboardText
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center">
      <title>{pageTitle(text.title)}</title>
      <h1 className="text-2xl font-bold">{text.title}</h1>
      <p className="max-w-prose text-muted">{text.text}</p>
      <Link to={paths.overview} className={buttonClass()}>
        {text.home}
      </Link>
    </div>
  )
}
