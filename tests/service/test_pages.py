"""The pages' files: every address of a page, the scripts they load, nothing else."""

import re
from pathlib import Path

import pytest
from conquest_opt.service.routes.pages import ADDRESSES, web_files

WEB = Path(__file__).parents[2] / "service" / "web"
SCRIPTS = sorted(name for name in web_files() if name.endswith(".js"))


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_of_a_page_has_the_document(client, address):
    answer = client.get(re.sub(r"\{(\w+):(\w+)\}", "1", address))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert 'src="/web/app.js"' in answer.text


def test_the_script_knows_the_same_addresses():
    patterns = re.findall(r"\[/(\^.*?\$)/, ", web_files()["app.js"].body.decode())
    plain = {pattern.replace("\\/", "/").replace(r"\d", "[0-9]") for pattern in patterns}
    for address in ADDRESSES:
        path = re.sub(r"\{\w+:int\}", "1", address).replace("{kind:str}", "match")
        path = re.sub(r"\{\w+:str\}", "x", path)
        assert any(re.fullmatch(pattern, path) for pattern in plain), address
    assert len(plain) == len(ADDRESSES)


def test_all_files_are_served_and_known_again(client):
    for name, file in web_files().items():
        answer = client.get(f"/web/{name}")
        assert answer.content == file.body == (WEB / name).read_bytes()
        again = client.get(f"/web/{name}", headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
    assert client.get("/web/app.js").headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/web/../app.py", "/web/%2e%2e/app.py", "/web/", "/web/none.js"])
def test_nothing_else_is_served(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_a_script_imports_is_there_and_nothing_is_loaded_from_elsewhere(script):
    text = web_files()[script].body.decode()
    for wanted in re.findall(r"""(?:from|import\()\s*"(\.[^"]+)\"""", text):
        assert (WEB / script).parent.joinpath(wanted).resolve().is_file(), wanted
    assert not re.findall(r"https?://(?!www\.w3\.org/)", text)
    assert "innerHTML" not in text and "insertAdjacentHTML" not in text
