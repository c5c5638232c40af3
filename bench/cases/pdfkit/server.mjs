/** An invoice of two pages as a PDF for each request. */
import { createServer } from 'node:http';
import PDFDocument from 'pdfkit';

createServer((_request, response) => {
  const invoice = new PDFDocument();
  response.setHeader('content-type', 'application/pdf');
  invoice.pipe(response);
  invoice.fontSize(20).text('Invoice').fontSize(10);
  for (let line = 1; line <= 60; line++)
    invoice.text(`${line}. Something that was delivered: ${line * 7} EUR`);
  invoice.end();
}).listen(process.env.PORT);
