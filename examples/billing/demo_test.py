"""The demo's script must come to the same figures as the database does by itself."""

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
DEMO = Path(os.environ["MODEBOX_BUILD_DIR"]) / "modebox_demo"
REPORT_LINE = re.compile(r"^(.+): ([\d,]+\.\d\d) EUR on (\d+) invoices?$", re.M)


def run_demo(folder=FOLDER):
    done = subprocess.run([DEMO, folder], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


def by_sql(folder=FOLDER):
    """(customer, invoices, cents) of the overdue invoices, largest first."""
    database = sqlite3.connect(":memory:")
    database.executescript((folder / "data.sql").read_text())
    return database.execute((folder / "overdue.sql").read_text()).fetchall()


def reported(output):
    """The same from the report that the script saved."""
    return [
        (name, int(invoices), int(re.sub(r"\D", "", money)))
        for name, money, invoices in REPORT_LINE.findall(output)
    ]


def without_times(output):
    return re.sub(r"\d+\.\d+ ms|\d+ pages", "-", re.sub(r" +", " ", output))


class Demo(unittest.TestCase):
    def test_the_script_and_the_database_agree(self):
        expected = by_sql()
        self.assertGreater(len(expected), 10)
        output = run_demo()
        self.assertEqual(expected, reported(output))
        total = int(re.search(r"^ *totalCents +(\d+)$", output, re.M)[1])
        self.assertEqual(sum(cents for _, _, cents in expected), total)

    def test_they_agree_on_other_books(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file in ("data.sql", "report.js", "overdue.sql"):
                shutil.copy(FOLDER / file, folder)
            with (folder / "data.sql").open("a") as out:
                out.write("UPDATE invoices SET amount_cents = amount_cents + 7 * id, status = 'open' WHERE id % 3 = 0;\n")
            self.assertNotEqual(by_sql(), by_sql(folder))
            self.assertEqual(by_sql(folder), reported(run_demo(folder)))

    def test_every_call_is_listed(self):
        calls = {
            name: int(count)
            for name, count in re.findall(r"^  ([a-z]+\.[a-z]+) +(\d+) calls?, ", run_demo(), re.M)
        }
        customers = 20
        invoices = sum(count for _, count, _ in by_sql())
        self.assertEqual(
            {
                "billing.customers": 1,
                "billing.format": 4,
                "billing.invoices": customers,
                "billing.payments": invoices,
                "fx.rate": 9,  # 5 currencies but the euro; 2 of them are not quoted, and take 2 more each
                "reports.save": 1,
            },
            calls,
        )

    def test_only_times_and_pages_differ_between_runs(self):
        self.assertEqual(without_times(run_demo()), without_times(run_demo()))


if __name__ == "__main__":
    unittest.main()
