import type { FaultResponses } from './fault-proxy.ts'

export const httpFaults: FaultResponses = {
  bytes: {
    '500': http('500 Internal Server Error', 'application/json', '{"status":false}'),
    '429': http('429 Too Many Requests', 'application/json', '{"status":false}'),
    garbage: http('200 OK', 'text/html', '<html><body>Welcome to the hotel!</body></html>'),
  },
}

export const smtpFaults: FaultResponses = {
  greetsFirst: true,
  bytes: {
    '500': '554 5.3.2 no service here\r\n',
    '429': '421 4.7.0 too many connections, try again later\r\n',
    garbage: '\u0000\u00FFwelcome?\r\n',
  },
}

export const postgresFaults: FaultResponses = {
  bytes: {
    '500': fatal('57P01', 'terminating connection due to administrator command'),
    '429': fatal('53300', 'sorry, too many clients already'),
    garbage: Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
  },
}

function http(status: string, type: string, body: string): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`
}

/** An ErrorResponse of PostgreSQL's protocol: 'E', length and zero-terminated fields. */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields])
}
