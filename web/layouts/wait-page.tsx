import type { FormWait } from '#shared/page.ts'

import { waitText as text } from '../text/wait.ts'
import { Button } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** Shown while the server gets too many requests of one network. The form, if there is one, goes to the address of the page. */
export function WaitPage({ seconds, fields }: FormWait) {
  return (
    <main className="wrap grid max-w-xl justify-items-start gap-5 py-16">
      <PageHead title={text.title} />
      <h1 className="text-2xl font-extrabold">{text.title}</h1>
      {Object.keys(fields).length === 0 ? (
        <p>{text.page({ seconds })}</p>
      ) : (
        <>
          <p>{text.text({ seconds })}</p>
          <form method="post">
            {Object.entries(fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button type="submit">{text.action}</Button>
          </form>
        </>
      )}
    </main>
  )
}
