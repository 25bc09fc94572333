from client.drawing.suggest import guess, nearest


def test_the_nearest_word_is_guessed_whatever_its_case():
    assert nearest("WRA", ("war", "blocky")) == "war"
    assert guess("blokcy", ("war", "blocky")) == "; did you mean 'blocky'?"


def test_where_nothing_is_near_the_sentence_ends_otherwise():
    assert nearest("xyzzy", ("war", "blocky")) == ""
    assert guess("xyzzy", ("war",), "; there is war.") == "; there is war."
