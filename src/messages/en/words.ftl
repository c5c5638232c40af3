## Words and short terms: heads of columns, labels, badges. The English of a word is its code (`word.not-run`: not run); here are those
## whose code it cannot be. Other languages write down each.

word_interval = 95% interval
word_jobs-per-second = jobs/s
word_per-second = requests/s
word_rate = rate 1/s
