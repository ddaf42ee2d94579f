import { Mail, MapPin } from 'lucide-react'

import { useSite } from '../../../api/site.tsx'
import { landingText } from '../../../text/landing.ts'

/** The postal and the email address (specification §1). */
export function ContactBlock() {
  const text = landingText
  const { supportEmail, supportHours, address } = useSite()
  return (
    <section className="wrap pb-14 lg:pb-20">
      <div className="grid gap-6 rounded-[1.25rem] bg-mint p-6 text-on-mint sm:p-10 md:grid-cols-2 md:gap-12">
        <div>
          <h2 className="text-2xl font-extrabold">{text.contact}</h2>
          <p className="mt-3">{text.contactText(supportHours)}</p>
        </div>
        <address className="grid content-center gap-4 not-italic">
          {address.length > 0 && (
            <p className="flex items-start gap-3">
              <MapPin size={20} aria-hidden="true" className="mt-0.5 shrink-0" />
              <span>
                {address.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </span>
            </p>
          )}
          <p className="flex items-center gap-3 wrap-anywhere">
            <Mail size={20} aria-hidden="true" className="shrink-0" />
            <a
              href={`mailto:${supportEmail}`}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {supportEmail}
            </a>
          </p>
        </address>
      </div>
    </section>
  )
}
