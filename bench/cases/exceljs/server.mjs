/** A report as an Excel sheet of 2,000 rows for each request. */
import { createServer } from 'node:http';
import exceljs from 'exceljs';

createServer(async (_request, response) => {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Sales');
  for (let row = 1; row <= 2000; row++)
    sheet.addRow([row, `Customer ${row}`, row * 3.5, new Date(row * 1e9)]);
  response.end(Buffer.from(await book.xlsx.writeBuffer()));
}).listen(process.env.PORT);
